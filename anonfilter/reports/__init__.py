"""Output that commands share: reports, diffs, tables, charts, explanations, versions."""
