"""What units do in their activation, one file per family."""
