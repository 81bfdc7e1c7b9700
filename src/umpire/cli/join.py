"""`umpire join`: a seat of a battle on a server, at the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from umpire.cli.frame import console, typed


def join_command(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a seat, as the server gave it.")],
) -> None:
    """Take a seat of a battle on a server, at the terminal.

    The link is the one that opens the table in a browser; both can be open at once. A spectator's link shows the
    battle as it goes on.
    """
    from umpire.cli.guest import Guest, Leave  # what it takes to talk to a server is loaded only here
    from umpire.cli.remote import Remote

    remote = Remote(link)
    out = console()
    try:
        Guest(remote, out).play()
    except Leave:
        out.print(f"The battle waits; come back with: {typed('join', link)}", soft_wrap=True)
    except KeyboardInterrupt:
        print()
        out.print(f"The battle waits; come back with: {typed('join', link)}", soft_wrap=True)
        raise typer.Exit(130) from None
    finally:
        remote.close()
