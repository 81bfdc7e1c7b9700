# shellcheck shell=sh
# Read by ./umpire and ./check, which set $root first. `ready run` and `ready dev` see to it that $venv
# holds what the program, or the program and its tests, need. Nothing is written outside the project folder but the
# downloads that uv and npm keep in your home, if that can be written to.
#
# Starts after the first need neither network nor uv: a stamp tells that nothing has changed. (`uv run`
# would look at the lock each time.)

venv=${root:?}/.venv

say() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
}

# What an environment depends on. The place counts too: scripts inside name it. So does the page, which is built along
# with the package.
fingerprint() {
    printf '%s\n' "$root"
    (
        cd "$root"
        cksum pyproject.toml uv.lock .python-version hatch_build.py
        find web -name node_modules -prune -o -type f -exec cksum {} + | sort | cksum
    )
}

ready() {
    wanted=$(fingerprint)
    # What the tests need includes what the program needs.
    for kind in "$1" dev; do
        if [ -x "$venv/bin/python" ] && [ -f "$venv/.ready-$kind" ] &&
            [ "$(cat "$venv/.ready-$kind")" = "$wanted" ]; then
            return 0
        fi
    done
    fill "$1"
    printf '%s\n' "$wanted" >"$venv/.ready-$1"
}

fill() {
    find_uv
    # After the folder was moved or copied the environment still names the old place.
    if [ -e "$venv/bin/umpire" ] && ! grep -qF "$venv/bin/python" "$venv/bin/umpire"; then
        rm -rf "$venv"
    fi
    say "fetching what it needs (only now, and again when its needs change) ..."
    # Moving pictures are small enough for everybody.
    case $1 in
        run) groups="--no-dev --extra gif" ;;
        *) groups="--dev --extra gif" ;;
    esac
    # --inexact: ./umpire must not take away what ./check or the bench has fetched.
    if ! (
        cd "$root"
        unset VIRTUAL_ENV
        # uv and npm keep what they download in the home. One that cannot be written to is done without.
        if [ -z "${HOME:-}" ] || ! mkdir -p "$HOME/.cache" 2>/dev/null || [ ! -w "$HOME/.cache" ]; then
            export HOME="$root/.uv/home"
        fi
        # uv brings certificates for a machine that has none; one that has some may need its own (a
        # company's proxy). Two names: older and newer uv.
        if [ -e /etc/ssl/certs/ca-certificates.crt ]; then
            export UV_NATIVE_TLS=true UV_SYSTEM_CERTS=true
        fi
        # shellcheck disable=SC2086 # several words
        UV_PROJECT_ENVIRONMENT=$venv "$uv" sync --frozen --inexact --quiet $groups
    ); then
        say "could not fetch what it needs: is there a network?"
        exit 1
    fi
}

# Sets $uv: the one on the PATH, or our own, fetched at need.
find_uv() {
    for uv in "$(command -v uv || true)" "$root/.uv/bin/uv"; do
        if usable "$uv"; then return 0; fi
    done
    say "fetching uv ..."
    find_python
    version=$(sed -n '/^name = "uv"$/{n;s/^version = "\(.*\)"$/\1/p;}' "$root/uv.lock")
    for way in by_venv by_pip by_lock; do
        rm -rf "$root/.uv"
        if "$way" >/dev/null 2>&1 && usable "$uv"; then return 0; fi
    done
    rm -rf "$root/.uv"
    say "could not fetch uv: check the network, or run 'apt-get install python3-venv' and try again"
    exit 1
}

# Too old for this lock, or a shim with nothing behind it, is as good as none.
usable() {
    [ -n "$1" ] || return 1
    case $("$1" --version 2>/dev/null || true) in
        "uv 0."[0-6].* | "") return 1 ;;
        "uv "*) return 0 ;;
        *) return 1 ;;
    esac
}

find_python() {
    for python in python3.11 python3; do
        if "$python" -c '' 2>/dev/null; then return 0; fi
    done
    say "needs Python 3.11: run 'apt-get install python3-venv' and try again"
    exit 1
}

by_venv() {
    "$python" -m venv "$root/.uv" && "$root/.uv/bin/python" -m pip install --retries 1 "uv==$version"
}

# Into a folder of our own, which Debian's pip allows without a venv.
by_pip() {
    "$python" -m pip install --retries 1 --target "$root/.uv" "uv==$version"
}

# A bare Debian Python has neither venv nor pip.
by_lock() {
    "$python" "$root/tools/get_uv.py" "$root/uv.lock" "$root/.uv/bin/uv"
}
