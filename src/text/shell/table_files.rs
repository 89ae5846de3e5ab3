//! Rows for the commands that every system has: files, text, archives, downloads, the shell's own words.

use super::table_row::Effect::{
    Archive, Assigns, Behind, BlockCopy, Copies, Download, Each, Editor, Enters, Evaluates, Fd, Find, Leaves, Mentions,
    Moves, Nothing, Opaque, Packs, Pieces, Runs, Scripted, Shell, Within,
};
use super::table_row::{Effect, Row, row};
use super::tool_script::{by_awk, by_sed};
use crate::domain::FileVerb::{Delete, Edit, Read, Write};

const PATTERN_FLAGS: &str = "-e -f -m -A -B -C -g -t -T -j -d --regexp --file --include --exclude --exclude-dir --color \
                             --glob --type --type-not --max-count --context --after-context --before-context";
const FETCH_FLAGS: &str = "-H -d -X -u -A -b -F -T -m -w -x -e -U -t -i --header --data --data-raw --data-binary --request \
                           --user --user-agent --form --max-time --connect-timeout --retry --write-out --proxy --cookie \
                           --timeout --tries --post-data --url";

const SED_FLAGS: &str = "-e -f -l --expression --file";
const VIM_FLAGS: &str = "-c -S -t -u -U -i --cmd";
/// Flags by which line ends are shown and no file is changed.
const LINE_ENDS_SHOWN: &str = "-i -O --info --to-stdout";
/// Flags by which a packer shows what it has, and puts nothing in the place of a file.
const SHOWS: &str = "-c -l -t --stdout --to-stdout --list --test";
const UNPACKS: &str = "-d --decompress --uncompress";

const fn packs(ending: &'static str, stays: bool) -> Effect {
    Packs { ending, unpacks: false, stays }
}

const fn unpacks(ending: &'static str, stays: bool) -> Effect {
    Packs { ending, unpacks: true, stays }
}

/// The rows, first match wins.
pub(super) const ROWS: &[Row] = &[
    // Removing.
    row("rm", Each(Delete)),
    row("rmdir", Each(Delete)),
    row("unlink", Each(Delete)),
    row("shred", Each(Delete)).valued("-n -s"),
    row("trash", Each(Delete)),
    row("trash-put", Each(Delete)),
    row("rimraf", Each(Delete)),
    row("del-cli", Each(Delete)),
    row("del", Each(Delete)),
    row("erase", Each(Delete)),
    row("rd", Each(Delete)),
    // Writing.
    row("touch", Each(Write)).valued("-d -t -r --date --reference"),
    row("tee", Each(Edit)).needs("-a --append"),
    row("tee", Each(Write)),
    row("truncate", Each(Edit)).valued("-s -r --size --reference"),
    row("sponge", Each(Write)),
    row("dd", BlockCopy),
    row("mkdir", Nothing),
    row("chmod", Nothing),
    row("chown", Nothing),
    row("chgrp", Nothing),
    row("mktemp", Nothing),
    // Moving and copying.
    row("mv", Moves).valued("-t -S --target-directory --suffix"),
    row("move", Moves),
    row("ren", Moves),
    row("cp", Copies).valued("-t -S --target-directory --suffix"),
    row("copy", Copies),
    row("ln", Copies).valued("-t -S --target-directory --suffix"),
    row("install", Nothing).needs("-d --directory"),
    row("install", Copies).valued("-m -o -g -t -S --mode --owner --group --target-directory"),
    row("rsync", Nothing).needs("-n --dry-run --list-only"),
    row("rsync", Copies).valued("-e -f --rsh --filter --exclude --include --exclude-from --include-from --chmod"),
    row("scp", Copies).valued("-i -P -o -F -l -c -J"),
    row("ditto", Copies),
    // Editing in place.
    row("sed", Scripted(Edit)).needs("-i --in-place").valued(SED_FLAGS).attached("-i").writes(by_sed),
    row("sed", Scripted(Read)).valued(SED_FLAGS).writes(by_sed),
    row("gsed", Scripted(Edit)).needs("-i --in-place").valued(SED_FLAGS).attached("-i").writes(by_sed),
    row("gsed", Scripted(Read)).valued(SED_FLAGS).writes(by_sed),
    row("sd", Nothing).needs("-p --preview"),
    row("sd", Behind { others: 2, verb: Edit }).valued("-n -f --max-replacements --flags"),
    row("dos2unix", Nothing).needs(LINE_ENDS_SHOWN),
    row("dos2unix", Copies).needs("-n --newfile"),
    row("dos2unix", Each(Edit)).valued("-c -D --convmode --display-enc"),
    row("unix2dos", Nothing).needs(LINE_ENDS_SHOWN),
    row("unix2dos", Copies).needs("-n --newfile"),
    row("unix2dos", Each(Edit)).valued("-c -D --convmode --display-enc"),
    row("vim", Editor).valued(VIM_FLAGS),
    row("nvim", Editor).valued(VIM_FLAGS),
    row("vi", Editor).valued(VIM_FLAGS),
    row("yq", Scripted(Edit)).needs("-i --inplace"),
    row("yq", Scripted(Read)).valued("-o -p --output-format --input-format"),
    row("patch", Nothing).needs("--dry-run"),
    row("patch", Opaque),
    row("ed", Each(Edit)),
    row("ex", Each(Edit)).valued("-c"),
    // Reading.
    row("cat", Each(Read)),
    row("bat", Each(Read)).valued("-l -r --language --line-range --style"),
    row("head", Each(Read)).valued("-n -c --lines --bytes"),
    row("tail", Each(Read)).valued("-n -c --lines --bytes"),
    row("less", Each(Read)),
    row("more", Each(Read)),
    row("nl", Each(Read)).valued("-b -s -w -v -n"),
    row("wc", Each(Read)),
    row("stat", Each(Read)).valued("-c -f --format --printf"),
    row("file", Each(Read)),
    row("diff", Each(Read)).valued("-U -C -I -x --unified --context --exclude"),
    row("cmp", Each(Read)),
    row("source", Each(Read)),
    row(".", Each(Read)),
    row("read", Assigns),
    row("sort", Mentions).valued("-k -t").outputs("-o --output"),
    row("xxd", Mentions),
    row("iconv", Mentions).valued("-f -t --from-code --to-code").outputs("-o --output"),
    row("openssl", Mentions).outputs("-out -keyout"),
    row("grep", Scripted(Read)).valued(PATTERN_FLAGS),
    row("egrep", Scripted(Read)).valued(PATTERN_FLAGS),
    row("fgrep", Scripted(Read)).valued(PATTERN_FLAGS),
    row("rg", Each(Read)).needs("--files"),
    row("rg", Scripted(Read)).valued(PATTERN_FLAGS),
    row("ag", Scripted(Read)).valued(PATTERN_FLAGS),
    row("ack", Scripted(Read)).valued(PATTERN_FLAGS),
    row("awk", Scripted(Read)).valued("-F -v -f -i").writes(by_awk),
    row("gawk", Scripted(Read)).valued("-F -v -f -i").writes(by_awk),
    row("jq", Scripted(Read)).valued("-f --from-file --indent"),
    row("find", Find),
    row("fd", Fd).valued("-e -t -d -E --extension --type --exclude --max-depth"),
    row("fdfind", Fd).valued("-e -t -d -E --extension --type --exclude --max-depth"),
    // Words that are text, not files.
    row("echo", Nothing),
    row("printf", Nothing),
    row("tr", Nothing),
    row("cut", Mentions).valued("-d -f -c -b"),
    row("alias", Nothing),
    row("kill", Nothing),
    row("pkill", Nothing),
    row("pgrep", Nothing),
    row("sleep", Nothing),
    row("which", Nothing),
    row("type", Nothing),
    row("man", Nothing),
    row("exit", Nothing),
    row("seq", Nothing),
    row("basename", Nothing),
    row("dirname", Nothing),
    // The network and other machines: what runs there changes nothing here.
    row("curl", Download { named_by: "-O --remote-name --remote-name-all" })
        .valued(FETCH_FLAGS)
        .outputs("-o --output -D --dump-header -c --cookie-jar"),
    row("wget", Nothing).needs("--spider"),
    row("wget", Download { named_by: "" })
        .valued(FETCH_FLAGS)
        .outputs("-O --output-document -o --output-file -a --append-output -P --directory-prefix"),
    row("ssh", Nothing),
    row("ping", Nothing),
    row("dig", Nothing),
    row("nc", Nothing),
    row("lsof", Nothing),
    // Archives.
    row("tar", Archive),
    row("unzip", Nothing).needs("-l -v -t -p"),
    row("unzip", Within { named_by: "-d" }).valued("-d"),
    row("7z", Opaque),
    row("gzip", Mentions).needs(SHOWS),
    row("gzip", unpacks(".gz", false)).needs(UNPACKS),
    row("gzip", packs(".gz", false)),
    row("gunzip", Mentions).needs(SHOWS),
    row("gunzip", unpacks(".gz", false)),
    row("pigz", Mentions).needs(SHOWS).valued("-p -b --processes --blocksize"),
    row("pigz", unpacks(".gz", false)).needs(UNPACKS).valued("-p -b --processes --blocksize"),
    row("pigz", packs(".gz", false)).valued("-p -b --processes --blocksize"),
    row("unpigz", Mentions).needs(SHOWS).valued("-p -b --processes --blocksize"),
    row("unpigz", unpacks(".gz", false)).valued("-p -b --processes --blocksize"),
    row("bzip2", Mentions).needs(SHOWS),
    row("bzip2", unpacks(".bz2", false)).needs(UNPACKS),
    row("bzip2", packs(".bz2", false)),
    row("bunzip2", Mentions).needs(SHOWS),
    row("bunzip2", unpacks(".bz2", false)),
    row("xz", Mentions).needs(SHOWS).valued("-T -F -M --threads --format --memlimit"),
    row("xz", unpacks(".xz", false)).needs(UNPACKS).valued("-T -F -M --threads --format --memlimit"),
    row("xz", packs(".xz", false)).valued("-T -F -M --threads --format --memlimit"),
    row("unxz", Mentions).needs(SHOWS).valued("-T -F -M --threads --format --memlimit"),
    row("unxz", unpacks(".xz", false)).valued("-T -F -M --threads --format --memlimit"),
    row("zstd", Mentions).needs(SHOWS).valued("-D"),
    row("zstd", unpacks(".zst", true)).needs(UNPACKS).valued("-D").outputs("-o"),
    row("zstd", packs(".zst", true)).valued("-D").outputs("-o"),
    row("unzstd", Mentions).needs(SHOWS).valued("-D"),
    row("unzstd", unpacks(".zst", true)).valued("-D").outputs("-o"),
    row("split", Nothing).needs("--filter"),
    row("split", Pieces)
        .valued("-a -b -C -l -n -t --suffix-length --bytes --line-bytes --lines --number --additional-suffix"),
    // The shell's own words.
    row("cd", Enters),
    row("pushd", Enters),
    row("popd", Leaves),
    row("Set-Location", Enters),
    row("export", Assigns),
    row("declare", Assigns),
    row("local", Assigns),
    row("readonly", Assigns),
    row("typeset", Assigns),
    row("unset", Assigns),
    row("mapfile", Assigns),
    row("readarray", Assigns),
    row("eval", Evaluates { first_only: false }),
    row("trap", Evaluates { first_only: true }),
    row("nix-shell", Shell).valued("--run --command -p -A -I"),
    row("script", Shell).valued("-c --command -I -O -B -T -m -E"),
    row("su", Shell).valued("-c --command -s --shell -g -G"),
    row("cmd", Runs { skip: 1 }),
];
