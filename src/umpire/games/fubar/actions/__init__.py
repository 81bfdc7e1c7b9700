"""What units do, one file per family of actions."""
