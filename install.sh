#!/bin/sh
# Builds driftguard, puts it in place, registers its hooks and shows that it works.
# `sh install.sh --help` explains the rest.
set -eu

# Free space that a build from nothing takes, and a build over an earlier one.
fresh_build_kib=1572864
later_build_kib=307200
# Of the whole build time, the part before driftguard itself is compiled and linked. Measured; only the shown time left
# depends on it.
dependency_percent=35
# Without a terminal a line of progress comes this often, in seconds.
quiet_interval=15

usage() {
    cat <<'TEXT'
Builds driftguard, puts it in place, registers its hooks with Claude Code, checks
them, and shows one replayed session. Running it again updates what is there.

usage: sh install.sh [options]

  --prefix DIR    put the program into DIR/bin (default: ~/.local)
  --binary PATH   use this prebuilt program; nothing is compiled
  --scope SCOPE   where the hooks are registered:
                    user     for all your projects (default)
                    project  for everyone on the project in the current folder
                    local    for you alone, in the project in the current folder
  --no-hooks      put the program in place and change no settings
  --yes           do not ask before the settings are changed
  -h, --help      this text

Needed: cargo and a C compiler with about 1.5 GB of free disk for the build, or
--binary. All that is missing is named before anything is done.

exit codes:
  0    driftguard is in place, registered and checked
  1    a step failed; the message says which, and what is already in place
  2    the options do not make sense
  3    something is missing or cannot be written; nothing was done
  130  interrupted; nothing half-made is left in place

Examples:
  sh install.sh                          for yourself, with one question
  sh install.sh --yes --prefix /opt/dg   without a question, elsewhere
  sh install.sh --no-hooks               only the program
To undo everything: driftguard uninstall, then delete PREFIX/bin/driftguard.
TEXT
}

say() { printf '%s\n' "$*"; }
hint() { printf 'hint: %s\n' "$*" >&2; }

# fail CODE MESSAGE [HINT]
fail() {
    printf 'error: %s\n' "$2" >&2
    [ $# -lt 3 ] || hint "$3"
    exit "$1"
}

# One line for everything that stands in the way, so that it can be put right in one go.
problems=''
problem() {
    problems="$problems  - $1
"
}

has() { command -v "$1" >/dev/null 2>&1; }

# The command that installs the packages named for this system: apt, dnf, pacman, apk, zypper names in that order.
package() {
    if has apt-get; then say "apt-get install $1"
    elif has dnf; then say "dnf install $2"
    elif has pacman; then say "pacman -S $3"
    elif has apk; then say "apk add $4"
    elif has zypper; then say "zypper install $5"
    elif [ "$(uname -s)" = Darwin ]; then say "xcode-select --install"
    else say "your system's package manager has it"
    fi
}

# "1.95.0" -> 1095, to compare versions by number.
version_number() {
    printf '%s\n' "$1" | awk -F. '{ printf "%d\n", $1 * 1000 + $2 }'
}

# The nearest folder above a path that exists already.
existing_parent() {
    parent=$1
    while [ ! -e "$parent" ]; do
        parent=$(dirname -- "$parent")
    done
    printf '%s\n' "$parent"
}

clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

work=''
build_pid=''
staged=''
# shellcheck disable=SC2317,SC2329  # called by the traps
clean_up() {
    [ -z "$build_pid" ] || kill "$build_pid" 2>/dev/null || :
    [ -z "$staged" ] || rm -f -- "$staged"
    [ -z "$work" ] || rm -rf -- "$work"
}
trap clean_up EXIT
trap 'say ""; say "interrupted" >&2; exit 130' INT TERM HUP

# --- options ---------------------------------------------------------------------------------------------------------

prefix='' prebuilt='' scope=user hooks=1 yes=''
while [ $# -gt 0 ]; do
    case $1 in
    --prefix | --binary | --scope)
        [ $# -ge 2 ] || fail 2 "$1 needs a value" "sh install.sh --help"
        case $1 in
        --prefix) prefix=$2 ;;
        --binary) prebuilt=$2 ;;
        --scope) scope=$2 ;;
        esac
        shift
        ;;
    --prefix=*) prefix=${1#*=} ;;
    --binary=*) prebuilt=${1#*=} ;;
    --scope=*) scope=${1#*=} ;;
    --no-hooks) hooks='' ;;
    --yes | -y) yes=1 ;;
    -h | --help) usage; exit 0 ;;
    *) fail 2 "unknown option $1" "sh install.sh --help" ;;
    esac
    shift
done
case $scope in
user | project | local) ;;
*) fail 2 "unknown scope $scope" "The scopes are user, project and local." ;;
esac
if [ -z "$prefix" ]; then
    [ -n "${HOME:-}" ] || fail 2 "HOME is not set, so there is no default place" "Name one with --prefix DIR."
    prefix=$HOME/.local
fi
if [ -n "$hooks" ] && [ -z "$yes" ] && [ ! -t 0 ]; then
    fail 2 "nobody is there to agree to the change of settings" "add --yes, or --no-hooks to leave the settings alone"
fi
case $prefix in
/*) ;;
*) prefix=$PWD/$prefix ;;
esac

root=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
program=$prefix/bin/driftguard

# --- everything that is missing, before anything is done -------------------------------------------------------------

check_rust() {
    if ! has cargo && [ -n "${HOME:-}" ] && [ -x "$HOME/.cargo/bin/cargo" ]; then
        PATH=$HOME/.cargo/bin:$PATH
        export PATH
    fi
    if [ ! -f "$root/Cargo.toml" ]; then
        problem "the sources: $root has no Cargo.toml. Run install.sh inside a clone, or give --binary."
        return
    fi
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$root/Cargo.toml")
    if ! has cargo || ! has rustc; then
        way=https://rustup.rs
        # The developer tools of macOS hold no Rust.
        [ "$(uname -s)" = Darwin ] || way="$way, or \`$(package rustup rustup rustup rustup rustup)\`"
        problem "cargo and rustc $wanted or newer: $way"
        return
    fi
    found=$( (cd "$root" && rustc --version) | awk '{ print $2 }')
    if [ "$(version_number "$found")" -lt "$(version_number "$wanted")" ]; then
        problem "rustc $wanted or newer (here is $found): \`rustup update\`, or https://rustup.rs"
    fi
}

# macOS always has a cc: until its developer tools are installed, one that only asks for them, in a window.
has_compiler() {
    has cc || return 1
    [ "$(uname -s)" != Darwin ] || [ "$(command -v cc)" != /usr/bin/cc ] || xcode-select -p >/dev/null 2>&1
}

check_compiler() {
    if ! has_compiler; then
        problem "a C compiler (cc), for the bundled SQLite: \`$(package build-essential gcc base-devel build-base gcc)\`"
    fi
}

check_disk() {
    [ -f "$root/Cargo.toml" ] || return 0
    folder=$(existing_parent "${CARGO_TARGET_DIR:-$root/target}")
    needed=$fresh_build_kib
    for earlier in "$folder"/release/driftguard "$folder"/*/release/driftguard; do
        [ ! -e "$earlier" ] || needed=$later_build_kib
    done
    free=$(df -Pk "$folder" | awk 'END { print $4 }')
    if [ "$free" -lt "$needed" ]; then
        problem "disk: $((needed / 1024)) MB free in $folder for the build (there are $((free / 1024)) MB)"
    fi
}

check_prebuilt() {
    if [ ! -f "$prebuilt" ]; then
        problem "the program: there is no file $prebuilt"
    elif [ ! -x "$prebuilt" ]; then
        problem "the program: $prebuilt is not executable (\`chmod +x\`)"
    else
        case $("$prebuilt" --version 2>/dev/null) in
        'driftguard '*) ;;
        *) problem "the program: $prebuilt does not answer --version as driftguard does" ;;
        esac
    fi
}

check_place() {
    folder=$(existing_parent "$prefix/bin")
    if [ ! -d "$folder" ]; then
        problem "a place: $folder is no folder; choose another with --prefix DIR"
    elif [ ! -w "$folder" ]; then
        problem "a place: $folder is not writable for you; choose another with --prefix DIR"
    fi
    # Other tools carry this name too; theirs are scripts or links. Neither is ever what this installer put there. The bytes
    # that a program begins with are no UTF-8, which macOS's tr refuses outside the C locale.
    if [ -L "$program" ] || { [ -f "$program" ] && [ "$(head -c 2 "$program" | LC_ALL=C tr -d '\000')" = '#!' ]; }; then
        problem "a place: $program is another tool's program; choose another with --prefix DIR, or remove it"
    elif [ -d "$program" ]; then
        problem "a place: $program is a folder"
    fi
}

check_settings() {
    if [ "$scope" = user ] && [ -z "${HOME:-}" ] && [ -z "${CLAUDE_CONFIG_DIR:-}" ]; then
        problem "HOME: it is not set, so your Claude Code settings cannot be found; set it, or add --no-hooks"
    fi
}

if [ -n "$prebuilt" ]; then
    check_prebuilt
else
    check_rust
    check_compiler
    check_disk
fi
check_place
[ -z "$hooks" ] || check_settings
if [ -n "$problems" ]; then
    printf 'error: this stands in the way, and nothing was done:\n%s' "$problems" >&2
    exit 3
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/driftguard-install.XXXXXX")

# --- the program -----------------------------------------------------------------------------------------------------

# A static program starts faster and runs on every machine with this kernel. Not every system has the C library for it.
links_statically() {
    printf 'int main(void) { return 0; }\n' >"$work/probe.c"
    cc -static -o "$work/probe" "$work/probe.c" 2>/dev/null
}

# show_progress NOW: how far the build is, and about how long it goes on.
show_progress() {
    crates=$(grep -c '^ *Compiling ' "$log" || :)
    gone=$(($1 - started))
    if grep -q '^ *Compiling driftguard ' "$log"; then
        [ -n "$last_phase" ] || last_phase=$1
        left=$(((last_phase - started) * (100 - dependency_percent) / dependency_percent - ($1 - last_phase)))
        # An estimate that has run out says nothing any more.
        [ "$left" -gt 5 ] || left=''
        where='compiling and linking driftguard'
    else
        where="$crates of $total crates"
        percent=$((crates * dependency_percent / total))
        left=''
        [ "$percent" -lt 3 ] || left=$((gone * (100 - percent) / percent))
    fi
    line="building: $where, $(clock "$gone") gone"
    [ -z "$left" ] || line="$line, about $(clock "$left") left"
    if [ -t 1 ]; then
        printf '\r\033[K%s' "$line"
    else
        say "$line"
    fi
}

# has_musl TRIPLE: whether programs for it can be made here. Its standard library is a component of the toolchain, which
# rustup adds by itself; a C compiler of its own is not needed.
has_musl() {
    libraries=$(cd "$root" && rustc --print target-libdir --target "$1" 2>/dev/null) || return 1
    [ -d "$libraries" ] || { has rustup && (cd "$root" && rustup --quiet target add "$1") >/dev/null 2>&1; }
}

# choose_target TRIPLE: the target, its flags and its C compiler (all three are empty for "as the machine does it").
choose_target() {
    target=$1
    flags=''
    compiler=''
    case $1 in
    *-linux-musl)
        # At a fixed address nothing has to be relocated at each start: a tenth of a hook call. What hooks run lies together
        # (scripts/order_functions.py): another tenth, and half of their memory. Cargo links in $root. Fewer copies of small
        # functions: 0.75 MB less to bring in, and nothing takes longer; with 30 it is 0.3 MB less still, and a call of a hook takes a
        # twentieth longer. build/order.ld has to be made with the same number: with another one hooks take 1 MB of memory more.
        flags='-C relocation-model=static -C link-arg=-Wl,-T,build/order.ld -C llvm-args=-inline-threshold=60'
        compiler=cc
        ! has musl-gcc || compiler='musl-gcc'
        ;;
    *-linux-gnu*)
        if links_statically; then
            flags='-C target-feature=+crt-static -C relocation-model=static'
        else
            say "note: no static C library here ($(package libc6-dev glibc-static glibc musl-dev glibc-devel-static)); linking dynamically"
        fi
        ;;
    esac
}

# compile: builds for the chosen target and shows how far it is. Status: cargo's.
compile() {
    total=$( (cd "$root" && cargo tree --locked --edges normal,build --target "$target" --prefix none) | awk '{ print $1, $2 }' | sort -u | wc -l)
    # Some systems pad the number.
    total=$((total))
    [ "$total" -gt 0 ] || total=1
    started=$(date +%s)
    last_phase=''
    shown=0
    : >"$log"
    # With --target the flags stay away from build scripts and procedural macros, which cannot be static.
    (
        cd "$root"
        name=$(printf '%s' "$target" | tr - _)
        if [ -n "$compiler" ]; then eval "export CC_$name=\"\${CC_$name:-$compiler}\""; fi
        RUSTFLAGS="${RUSTFLAGS:-} $flags" exec cargo build --release --locked --color never --bin driftguard --target "$target"
    ) >"$log" 2>&1 &
    build_pid=$!
    while kill -0 "$build_pid" 2>/dev/null; do
        now=$(date +%s)
        if [ -t 1 ] || [ $((now - shown)) -ge "$quiet_interval" ]; then
            show_progress "$now"
            shown=$now
        fi
        sleep 1
    done
    status=0
    wait "$build_pid" || status=$?
    build_pid=''
    [ ! -t 1 ] || printf '\r\033[K'
    return "$status"
}

build() {
    host=$( (cd "$root" && rustc -vV) | sed -n 's/^host: //p')
    # A program with musl's C library starts in less time and less memory than one with glibc's.
    musl=${host%-gnu}-musl
    case $host in
    *-linux-gnu) has_musl "$musl" || musl='' ;;
    *) musl='' ;;
    esac
    choose_target "${musl:-$host}"
    folder=$(cd "$root" && cargo metadata --locked --no-deps --format-version 1 | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
    mkdir -p -- "$folder"
    log=$folder/install.log
    say "getting the crates"
    (cd "$root" && cargo fetch --locked --target "$target") >"$log" 2>&1 ||
        { tail -n 20 "$log" >&2; fail 1 "the crates could not be had" "Check the network connection and run this again; the log is $log."; }
    if ! compile && [ "$target" != "$host" ]; then
        say "note: no program with musl's C library can be made here (the log: $log.musl); making one with the system's"
        mv -f -- "$log" "$log.musl"
        choose_target "$host"
        compile || :
    fi
    if [ "$status" -ne 0 ]; then
        tail -n 30 "$log" >&2
        fail 1 "the build failed" "the whole log is $log; nothing was put in place"
    fi
    say "built in $(clock $(($(date +%s) - started)))"
    prebuilt=$folder/$target/release/driftguard
}

[ -n "$prebuilt" ] || build

if [ -f "$program" ] && cmp -s -- "$prebuilt" "$program"; then
    say "in place already: $program"
else
    mkdir -p -- "$prefix/bin" || fail 1 "cannot make $prefix/bin" "choose another place with --prefix DIR"
    staged=$prefix/bin/.driftguard.$$
    # Copied beside its place and renamed: a hook that starts in this moment finds the old program or the new one.
    if ! { cp -- "$prebuilt" "$staged" && chmod 755 "$staged" && mv -f -- "$staged" "$program"; }; then
        fail 1 "cannot put the program into $prefix/bin" "choose another place with --prefix DIR"
    fi
    staged=''
    say "put in place: $program"
fi

# --- hooks, check, demonstration -------------------------------------------------------------------------------------

if [ -n "$hooks" ]; then
    # In a clone of a project that registers it for everyone there is nothing to add, and no second registration to make.
    "$program" install --scope "$scope" --unless-project ${yes:+--yes} ||
        fail 1 "the hooks were not registered; the program is in place" "then run: $program install --scope $scope"
    say ""
    "$program" doctor || fail 1 "doctor found a problem; program and hooks are in place" "Follow the fixes above, then run: $program doctor"
fi

session=$root/fixtures/sessions/scope-drift
if [ -e "$session" ]; then
    say ""
    say "A session in which the agent leaves its goal, as driftguard sees it:"
    "$program" replay "$session" || fail 1 "the replay did not come out as recorded" "Report it with the output above."
    "$program" check "$session/transcript.jsonl"
fi

say ""
say "Done. What to do next:"
if [ -n "$hooks" ]; then
    say "  - open a new Claude Code session; it is silent until the agent leaves your goal"
    say "  - see what it knows:   driftguard status"
    say "  - turn it off:         driftguard pause, or DRIFTGUARD=off in the environment"
    say "  - take it out again:   driftguard uninstall, then delete $program"
else
    say "  - try it first:        driftguard audit (what it would have said about your past sessions)"
    say "  - register the hooks:  driftguard install"
    say "  - take it out again:   delete $program"
fi
case :$PATH: in
*:"$prefix/bin":*) ;;
*) say "  - add $prefix/bin to your PATH to call driftguard by name" ;;
esac
