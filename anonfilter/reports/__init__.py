"""Reports: findings, spans, differences and tables, for people and programs."""
