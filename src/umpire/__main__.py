"""`python -m umpire`: the same as the command `umpire`."""

from umpire.cli import main

if __name__ == "__main__":
    main()
