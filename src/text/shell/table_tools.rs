//! Rows for development tools: formatters, package managers, generators, task runners, programs that run programs.

use super::table_row::Effect::{Each, Manifest, Nothing, Opaque, References, Rewrites, Runs, Task};
use super::table_row::{Effect, Row, row};
use crate::domain::FileVerb::Write;

const fn always(manifest: &'static str, lock: &'static str) -> Effect {
    Manifest { manifest, lock, always: true, elsewhere: "" }
}

const fn node(lock: &'static str, elsewhere: &'static str) -> Effect {
    Manifest { manifest: "package.json", lock, always: false, elsewhere }
}

const NPM: Effect = node("package-lock.json", "-w --workspace --workspaces");
const PNPM: Effect = node("pnpm-lock.yaml", "-F -r --filter --recursive");
const YARN: Effect = node("yarn.lock", "");
const BUN: Effect = node("bun.lock", "--filter");
const CARGO: Effect =
    Manifest { manifest: "Cargo.toml", lock: "Cargo.lock", always: true, elsewhere: "-p --package --manifest-path" };
const CARGO_LOCK: Effect = always("", "Cargo.lock");
const GO: Effect = always("go.mod", "go.sum");
const UV: Effect = always("pyproject.toml", "uv.lock");
const POETRY: Effect = always("pyproject.toml", "poetry.lock");

const UNSAVED_INSTALL: &str = "-g --global --location --dry-run --no-save";
const CHECK_ONLY: &str = "--check --diff --dry-run";
/// Flags of package managers and runners that take a value, so that the value is no package.
const NPM_FLAGS: &str = "-w -C --workspace --prefix --registry --omit --include --loglevel --fetch-timeout --before --os --cpu --libc \
                         --cache --tag --arch --jobs --install-strategy --userconfig";
const PNPM_FLAGS: &str = "-C -F --filter --dir --cwd --registry --reporter --network-concurrency --workspace-concurrency --loglevel \
                          --store-dir --backend --child-concurrency";
const CARGO_FLAGS: &str = "-p -F --package --features --manifest-path --rename --git --branch --tag --rev --path --registry \
                           --precise --target";
const PYTHON_FLAGS: &str = "-p -r -C -E -G --python --group --extra --extras --index --default-index --project --directory --optional \
                            --package --branch --rev --tag --script --source --requirements";
const SQLFLUFF_FLAGS: &str = "-d -e -p -r -t --config --dialect --exclude-rules --processes --rules --templater";
const AST_GREP_FLAGS: &str = "-A -B -C -c -j -l -p -r --config --filter --globs --inline-rules --lang --pattern --rewrite --rule \
                              --selector --strictness --threads";
const PUB_FLAGS: &str = "-C --directory --git-url --git-ref --git-path --hosted-url --path --sdk";
const ONE: Effect = Runs { skip: 0 };

/// The rows, first match wins.
pub(super) const ROWS: &[Row] = &[
    // Formatters and fixers.
    row("cargo fmt", Nothing).needs("--check"),
    row("cargo fmt", Opaque),
    row("cargo fix", Opaque),
    row("cargo clippy", Opaque).needs("--fix"),
    row("cargo insta accept", Opaque),
    row("cargo insta test", Opaque).needs("--accept"),
    row("rustfmt", Rewrites).unless("--check").valued("--edition --config --config-path --emit"),
    row("gofmt", Rewrites).needs("-w").valued("-r"),
    row("goimports", Rewrites).needs("-w").valued("-local -srcdir"),
    row("gofumpt", Rewrites).needs("-w"),
    row("gci", Rewrites).needs("write"),
    row("go fmt", Opaque),
    row("go fix", Opaque),
    row("golangci-lint run", Opaque).needs("--fix"),
    row("golangci-lint fmt", Opaque).unless("--diff -d"),
    row("prettier", Rewrites).needs("-w --write").valued("--config --ignore-path --parser --plugin --log-level"),
    row("eslint", Rewrites)
        .needs("--fix")
        .valued("-c --config --ext --ignore-path --ignore-pattern --rule --max-warnings --format"),
    row("stylelint", Rewrites).needs("--fix").valued("--config --ignore-path --ignore-pattern --ip"),
    row("oxlint", Rewrites).needs("--fix --fix-suggestions").valued("--ignore-pattern --ignore-path -c"),
    row("standard", Rewrites).needs("--fix"),
    row("xo", Rewrites).needs("--fix"),
    row("biome format", Rewrites).needs("--write --fix"),
    row("biome lint", Rewrites).needs("--write --fix --apply"),
    row("biome check", Rewrites).needs("--write --fix --apply"),
    row("biome migrate", Opaque).needs("--write"),
    row("dprint fmt", Opaque),
    row("deno fmt", Rewrites).unless("--check"),
    row("ruff format", Rewrites).unless(CHECK_ONLY).valued("--config --line-length --exclude"),
    row("ruff check", Rewrites)
        .needs("--fix --fix-only --add-noqa")
        .valued("--config --select --ignore --output-format --exclude --extend-exclude"),
    row("ruff", Rewrites).needs("--fix").valued("--config --select --ignore --exclude --extend-exclude"),
    row("black", Rewrites)
        .unless(CHECK_ONLY)
        .valued("-l -t -c --line-length --target-version --code --config --exclude --extend-exclude --force-exclude"),
    row("isort", Rewrites)
        .unless("-c --check-only --check --diff --dry-run")
        .valued("--profile -l -s --skip --skip-glob --sg --extend-skip"),
    row("autopep8", Rewrites).needs("-i --in-place"),
    row("yapf", Rewrites).needs("-i --in-place"),
    row("autoflake", Rewrites).needs("-i --in-place"),
    row("pyupgrade", Rewrites),
    row("clang-format", Rewrites).needs("-i"),
    row("ocamlformat", Rewrites).needs("-i --inplace"),
    row("shfmt", Rewrites).needs("-w").valued("-i -ln"),
    row("terraform fmt", Rewrites).unless("-check -write=false"),
    row("tofu fmt", Rewrites).unless("-check -write=false"),
    row("sqlfluff fix", Rewrites).valued(SQLFLUFF_FLAGS),
    row("sqlfluff format", Rewrites).valued(SQLFLUFF_FLAGS),
    row("ast-grep run", Rewrites).needs("-U --update-all").valued(AST_GREP_FLAGS),
    row("ast-grep scan", Rewrites).needs("-U --update-all").valued(AST_GREP_FLAGS),
    row("ast-grep", Rewrites).needs("-U --update-all").valued(AST_GREP_FLAGS),
    row("sg run", Rewrites).needs("-U --update-all").valued(AST_GREP_FLAGS),
    row("sg scan", Rewrites).needs("-U --update-all").valued(AST_GREP_FLAGS),
    row("sg", Rewrites).needs("-U --update-all").valued(AST_GREP_FLAGS),
    row("zig fmt", Rewrites).unless("--check"),
    row("dart format", Rewrites).unless("-o --output --set-exit-if-changed"),
    row("swiftformat", Rewrites).unless("--lint --dryrun"),
    row("ktlint", Opaque).needs("-F --format"),
    row("stylua", Rewrites).unless("--check -c"),
    row("taplo fmt", Rewrites).unless("--check"),
    row("taplo format", Rewrites).unless("--check"),
    row("buf format", Opaque).needs("-w --write"),
    row("mix format", Rewrites).unless("--check-formatted"),
    row("nixfmt", Rewrites).unless("--check -c"),
    row("rubocop", Rewrites).needs("-a -A --autocorrect --autocorrect-all --auto-correct"),
    row("php-cs-fixer fix", Rewrites).unless("--dry-run"),
    row("markdownlint", Rewrites).needs("--fix -f"),
    row("markdownlint-cli2", Rewrites).needs("--fix"),
    row("pre-commit run", Opaque),
    row("lint-staged", Opaque),
    row("dotnet format", Opaque).unless("--verify-no-changes"),
    // Package managers.
    row("npm install", Nothing).needs(UNSAVED_INSTALL),
    row("npm i", Nothing).needs(UNSAVED_INSTALL),
    row("npm install", NPM).valued(NPM_FLAGS),
    row("npm i", NPM).valued(NPM_FLAGS),
    row("npm add", NPM).valued(NPM_FLAGS),
    row("npm ci", Nothing),
    row("npm uninstall", NPM).unless(UNSAVED_INSTALL).valued(NPM_FLAGS),
    row("npm remove", NPM).unless(UNSAVED_INSTALL).valued(NPM_FLAGS),
    row("npm rm", NPM).unless(UNSAVED_INSTALL).valued(NPM_FLAGS),
    row("npm un", NPM).unless(UNSAVED_INSTALL).valued(NPM_FLAGS),
    row("npm update", always("package.json", "package-lock.json")).unless(UNSAVED_INSTALL).valued(NPM_FLAGS),
    row("npm audit fix", always("package.json", "package-lock.json")),
    row("npm version", NPM).unless("--dry-run"),
    row("npm pkg set", always("package.json", "")),
    row("npm pkg delete", always("package.json", "")),
    row("npm init", always("package.json", "")),
    row("pnpm install", PNPM).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("pnpm i", PNPM).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("pnpm add", PNPM).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("pnpm remove", PNPM).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("pnpm rm", PNPM).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("pnpm update", always("package.json", "pnpm-lock.yaml")).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("pnpm up", always("package.json", "pnpm-lock.yaml")).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("yarn install", always("", "yarn.lock")),
    row("yarn add", YARN).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("yarn remove", YARN).valued(PNPM_FLAGS),
    row("yarn upgrade", always("package.json", "yarn.lock")),
    row("yarn up", always("package.json", "yarn.lock")),
    row("bun install", BUN).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("bun i", BUN).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("bun add", BUN).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("bun a", BUN).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("bun remove", BUN).unless(UNSAVED_INSTALL).valued(PNPM_FLAGS),
    row("bun update", always("package.json", "bun.lock")).unless(UNSAVED_INSTALL),
    row("cargo add", CARGO).unless("--dry-run").valued(CARGO_FLAGS),
    row("cargo remove", CARGO).unless("--dry-run").valued(CARGO_FLAGS),
    row("cargo rm", CARGO).unless("--dry-run").valued(CARGO_FLAGS),
    row("cargo upgrade", CARGO).unless("--dry-run"),
    row("cargo update", CARGO_LOCK).unless("--dry-run"),
    row("cargo generate-lockfile", CARGO_LOCK),
    row("cargo init", Opaque),
    row("cargo new", Each(Write)).valued("--name --edition --vcs"),
    row("go get", GO).valued("-C -modfile"),
    row("go mod tidy", GO),
    row("go mod init", always("go.mod", "")),
    row("go mod edit", always("go.mod", "")).unless("-json -print"),
    row("go mod vendor", Opaque),
    row("go work", always("go.work", "go.work.sum")),
    row("pip", Nothing),
    row("pip3", Nothing),
    row("pipx", Nothing),
    row("uv add", UV).valued(PYTHON_FLAGS),
    row("uv remove", UV).valued(PYTHON_FLAGS),
    row("uv lock", always("", "uv.lock")).unless("--check --locked --dry-run"),
    row("uv sync", always("", "uv.lock")).unless("--frozen --locked --dry-run"),
    row("uv pip compile", Nothing).outputs("-o --output-file"),
    row("uv pip", Nothing),
    row("uv tool", Nothing),
    row("poetry add", POETRY).valued(PYTHON_FLAGS),
    row("poetry remove", POETRY).valued(PYTHON_FLAGS),
    row("poetry lock", always("", "poetry.lock")),
    row("poetry update", always("", "poetry.lock")),
    row("pdm add", always("pyproject.toml", "pdm.lock")).valued(PYTHON_FLAGS),
    row("pipenv install", Manifest { manifest: "Pipfile", lock: "Pipfile.lock", always: false, elsewhere: "" })
        .valued("-i -r --index --categories --requirements"),
    row("pdm remove", always("pyproject.toml", "pdm.lock")),
    row("bundle add", always("Gemfile", "Gemfile.lock")).valued("-g -s -v --group --source --version --git --branch"),
    row("bundle install", always("", "Gemfile.lock")),
    row("bundle update", always("", "Gemfile.lock")),
    row("composer require", always("composer.json", "composer.lock")).valued("-d --working-dir"),
    row("deno add", always("deno.json", "deno.lock")),
    row("flutter pub add", always("pubspec.yaml", "pubspec.lock")).unless("-n --dry-run").valued(PUB_FLAGS),
    row("dart pub add", always("pubspec.yaml", "pubspec.lock")).unless("-n --dry-run").valued(PUB_FLAGS),
    row("composer remove", always("composer.json", "composer.lock")),
    row("composer update", always("", "composer.lock")),
    row("brew", Nothing),
    row("apt", Nothing),
    row("apt-get", Nothing),
    // Generators.
    row("go generate", Opaque),
    row("protoc", Opaque),
    row("buf generate", Opaque),
    row("sqlc generate", Opaque),
    row("sqlc", Nothing),
    row("prisma generate", Opaque),
    row("prisma migrate status", Nothing),
    row("prisma migrate", Opaque),
    row("prisma format", Opaque),
    row("prisma db pull", Opaque),
    row("drizzle-kit generate", Opaque),
    row("graphql-codegen", Opaque),
    row("openapi-generator", Opaque),
    row("mockgen", Opaque),
    row("templ generate", Opaque),
    row("templ fmt", Rewrites),
    row("swag init", Opaque),
    row("alembic revision", Opaque),
    row("rails generate", Opaque),
    row("rails g", Opaque),
    row("npm create", Opaque),
    row("pnpm create", Opaque),
    row("yarn create", Opaque),
    row("bun create", Opaque),
    row("ng generate", Opaque),
    row("shadcn add", Opaque),
    // Programs that run another program.
    row("npx", ONE).valued("-p -c --package --call"),
    row("bunx", ONE).valued("-p --package"),
    row("pnpx", ONE),
    row("uvx", ONE).valued("-p --from --with --python"),
    row("npm exec", ONE).valued("-p -c -w --package --call --workspace"),
    row("pnpm exec", ONE),
    row("pnpm dlx", ONE),
    row("yarn exec", ONE),
    row("yarn dlx", ONE),
    row("bun x", ONE),
    row("go run", ONE).valued("-tags -ldflags -exec"),
    row("go tool", ONE),
    row("uv run", ONE)
        .valued("-p --with --python --project --directory --group --extra --env-file --with-requirements"),
    row("poetry run", ONE),
    row("pdm run", ONE),
    row("pipenv run", ONE),
    row("hatch run", ONE),
    row("bundle exec", ONE),
    row("deno run", ONE).valued("--config --import-map"),
    row("mise exec", ONE),
    row("mise x", ONE),
    row("direnv exec", Runs { skip: 1 }),
    row("dotenvx run", ONE).valued("-f --env-file"),
    row("dotenv", ONE).valued("-e -f"),
    row("cross-env", ONE),
    // What a run covers is measured while it runs.
    row("c8 check-coverage", Nothing),
    row("c8 report", Nothing),
    row("c8", ONE).valued(
        "-c -n -o -r -x --config --exclude --include --report-dir --reporter --reports-dir --src --temp-directory",
    ),
    row("coverage run", ONE)
        .needs("-m --module")
        .valued("--concurrency --context --data-file --include --omit --rcfile --source"),
    row("nyc check-coverage", Nothing),
    row("nyc instrument", Nothing),
    row("nyc merge", Nothing),
    row("nyc report", Nothing),
    row("nyc", ONE)
        .valued("-e -i -n -r -t -x --cwd --exclude --extension --include --report-dir --reporter --require --temp-dir"),
    row("watch", ONE).valued("-n --interval"),
    // Tasks of the project. A flag that fixes is passed on to the tool behind the task.
    row("mise run", Task { every: false }).valued("-C -j --cd --jobs"),
    row("mise r", Task { every: false }).valued("-C -j --cd --jobs"),
    row("mise", Task { every: false }),
    row("npm run", Task { every: false }).valued(NPM_FLAGS),
    row("npm run-script", Task { every: false }).valued(NPM_FLAGS),
    row("npm", References),
    row("pnpm run", Task { every: false }).valued(PNPM_FLAGS),
    row("pnpm", Task { every: false }).valued(PNPM_FLAGS),
    row("yarn run", Task { every: false }).valued(PNPM_FLAGS),
    row("yarn workspace", Runs { skip: 1 }),
    row("yarn", Task { every: false }).valued(PNPM_FLAGS),
    row("bun run", Task { every: false }).valued(PNPM_FLAGS),
    row("turbo run", Task { every: true }).valued("-F --filter"),
    row("turbo", Task { every: true }).valued("-F --filter"),
    row("make", Task { every: true }).valued("-C -f -j --directory --file"),
    row("just", Task { every: false }).valued("-f -d --justfile --working-directory"),
    row("task", Task { every: true }).valued("-d -t --dir --taskfile"),
    row("nx", Task { every: false }),
    // Operands that are names, not files.
    row("go install", Nothing),
    row("cargo install", Nothing),
    row("docker", Nothing),
    row("podman", Nothing),
    row("kubectl", Nothing),
    row("helm", Nothing),
    row("ps", Nothing),
];
