"""The actions of units, one file for each family of rules."""
