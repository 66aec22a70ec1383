"""Which mentions of people, bodies and places name the same one."""
