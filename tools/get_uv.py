"""Fetch the uv that the lock names, with nothing but Python: `get_uv.py uv.lock .uv/bin/uv`.

For a Python without venv and pip, as Debian's is until python3-venv is installed.
"""

import hashlib
import io
import os
import platform
import ssl
import sys
import tomllib
import urllib.error
import urllib.request
import zipfile
from pathlib import Path


def wheel_of(lock: Path) -> tuple[str, str]:
    """Address and SHA-256 of uv's wheel for this machine."""
    packages = tomllib.loads(lock.read_text())["package"]
    uv = next(package for package in packages if package["name"] == "uv")
    system, machine = system_tag(), platform.machine()
    for wheel in uv["wheels"]:
        tag = wheel["url"].rpartition("-")[2]
        if tag.startswith(system) and machine in tag:
            return wheel["url"], wheel["hash"].removeprefix("sha256:")
    sys.exit(f"no uv for {system} on {machine}")


def system_tag() -> str:
    if sys.platform == "darwin":
        return "macosx"
    glibc = "CS_GNU_LIBC_VERSION" in os.confstr_names and os.confstr("CS_GNU_LIBC_VERSION")
    return "manylinux" if glibc else "musllinux"


def fetch(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return bytes(answer.read())
    except urllib.error.URLError as error:
        if not isinstance(error.reason, ssl.SSLCertVerificationError):
            raise
    # A bare Debian has no certificates. The hash in the lock vouches for the content.
    unverified = ssl.create_default_context()
    unverified.check_hostname = False
    unverified.verify_mode = ssl.CERT_NONE
    with urllib.request.urlopen(url, timeout=60, context=unverified) as answer:
        return bytes(answer.read())


def main(lock: Path, target: Path) -> None:
    url, sha256 = wheel_of(lock)
    content = fetch(url)
    if hashlib.sha256(content).hexdigest() != sha256:
        sys.exit("the uv that came is not the one the lock names")
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        name = next(name for name in wheel.namelist() if name.endswith(".data/scripts/uv"))
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(wheel.read(name))
    target.chmod(0o755)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
