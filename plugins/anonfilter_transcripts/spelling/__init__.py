"""Names spelled letter by letter, and which name a spelling spells."""
