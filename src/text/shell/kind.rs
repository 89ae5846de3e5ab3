//! Which commands deploy, publish, migrate a database or run tests: what people forbid without naming a command.
//!
//! Owns the tables of those commands, and the names that projects give to tasks and scripts. Only what is plainly of a kind counts, for a
//! call is denied by it; what a run was, as reports speak of runs, is read more widely in `runs`.

use super::command::plain_name;
use super::looks::looks;
use super::meant::is_meant_by;
use super::runs::{is_run_of, runs_many};
use super::table_interpreters::{inline_code, runs_a_file};
use super::table_runs::RUNNERS;
use super::telling::does_nothing;
use crate::domain::{CallKind, RunKind};
use CallKind::{Any, Build, Delegate, Deploy, Fetch, Format, Git, Lint, Migrate, Publish, Serve, Test};

/// Commands by the words with which they begin, read as [`is_meant_by`] reads them.
#[rustfmt::skip]
const COMMANDS: &[(CallKind, &[&str])] = &[
    (Deploy, &[
        "amplify publish", "ansible-playbook", "argocd app sync", "aws cloudformation deploy", "aws deploy",
        "aws ecs update-service", "aws lambda update-function-code", "az webapp deploy", "az webapp up", "cdk deploy",
        "cap production deploy", "cf push", "copilot deploy", "docker stack deploy", "dokku", "eb deploy", "firebase deploy", "fly deploy", "flyctl deploy",
        "gcloud app deploy", "gcloud functions deploy", "gcloud run deploy", "gh-pages", "git push dokku", "git push heroku", "helm install",
        "helm upgrade", "heroku container:release", "kamal deploy", "kamal redeploy", "kubectl apply", "kubectl create",
        "kubectl delete", "kubectl rollout restart", "kubectl set image", "mkdocs gh-deploy", "netlify deploy", "oc apply", "pulumi up", "railway up",
        "sam deploy", "serverless deploy", "skaffold run", "sls deploy", "sst deploy", "supabase functions deploy", "surge",
        "terraform apply", "terraform destroy", "terragrunt apply", "tofu apply", "vercel --prod", "vercel deploy", "wrangler deploy",
        "wrangler publish",
    ]),
    (Publish, &[
        "bun publish", "cargo publish", "cargo release", "changeset publish", "docker compose push", "docker push", "dotnet nuget push", "eas submit", "fastlane beta", "fastlane deliver", "fastlane pilot",
        "fastlane release", "fastlane supply", "flit publish", "gem push",
        "gh release create", "goreleaser release", "hatch publish", "helm push", "jsr publish", "lerna publish", "npm publish",
        "nuget push", "ovsx publish", "pnpm publish", "poetry publish", "release-it", "semantic-release", "twine upload",
        "uv publish", "vsce publish", "yarn npm publish", "yarn publish",
    ]),
    (Migrate, &[
        "alembic downgrade", "alembic upgrade", "artisan migrate", "atlas migrate apply", "dbmate migrate", "dbmate up",
        "diesel migration redo", "diesel migration run", "dotnet ef database update", "drizzle-kit migrate", "drizzle-kit push",
        "flask db downgrade", "flask db upgrade", "flyway migrate", "goose up", "knex migrate:latest", "knex migrate:rollback",
        "knex migrate:up", "liquibase update", "migrate up", "mix ecto.migrate", "mix ecto.rollback", "node-pg-migrate up",
        "php artisan migrate", "prisma db push", "prisma migrate deploy", "prisma migrate dev", "prisma migrate reset",
        "rails db:migrate", "rails db:rollback", "rake db:migrate", "rake db:rollback", "sea-orm-cli migrate up",
        "sequelize db:migrate", "sequelize-cli db:migrate", "sqlx migrate run", "supabase db push", "supabase migration up",
        "typeorm migration:revert", "typeorm migration:run",
    ]),
    (Serve, &[
        "artisan serve", "astro dev", "docusaurus start", "eleventy --serve", "expo start", "fastapi dev", "fastapi run", "flask run",
        "gatsby develop", "gunicorn", "http-server", "hugo server", "hypercorn", "jekyll serve", "live-server", "mix phx.server",
        "mkdocs serve", "next dev", "next start", "ng serve", "nodemon", "nuxt dev", "parcel serve", "php artisan serve", "rails s",
        "rails server", "react-scripts start", "remix dev", "storybook dev", "streamlit run", "uvicorn", "vite dev", "vite preview",
        "vite serve", "vitepress dev", "webpack serve", "webpack-dev-server", "wrangler dev",
    ]),
];

/// Programs that serve where no verb stands behind them.
const SERVING_BARE: [&str; 3] = ["next", "slidev", "vite"];

/// Words between such a program and the task.
const TO_RUN: [&str; 6] = ["exec", "r", "run", "run-script", "task", "tool"];

/// Flags of such programs with a value that is no task.
const VALUED: [&str; 14] = [
    "--configuration",
    "--exclude-task",
    "--filter",
    "--focus",
    "--prefix",
    "--project",
    "--projects",
    "--scope",
    "-F",
    "-P",
    "-f",
    "-p",
    "-pl",
    "-x",
];

/// Programs that run another one, which is not told by itself.
const RUNS_ANOTHER: [&str; 6] = ["bundle", "hatch", "pdm", "pipenv", "poetry", "uv"];

/// True for a simple command, as [`super::Reading::commands`] lists them, that plainly does what the kind says. One that only tells what
/// it would do is none.
pub fn is_of_kind(command: &[String], kind: CallKind) -> bool {
    let Some(program) = command.first().map(|program| plain_name(program)) else { return false };
    if does_nothing(command) {
        return false;
    }
    let words = || command.iter().map(String::as_str).collect::<Vec<_>>();
    match kind {
        Test if is_run_of(&words(), RunKind::Test) => return true,
        Build if is_run_of(&words(), RunKind::Build) => return true,
        Lint | Format if only_shows(command) => return false,
        Lint if is_run_of(&words(), RunKind::Lint) => return true,
        Format if is_run_of(&words(), RunKind::Format) => return true,
        Git => return program == "git" && BY_GIT.iter().any(|words| is_meant_by(command, words)),
        // To make room for files is no run.
        Any => return !looks(command) && !["cp", "ln", "mkdir", "mv", "touch"].contains(&program),
        Fetch | Delegate => return false,
        _ => {}
    }
    // Code that speaks of a release publishes nothing that could be told from it.
    if inline_code(program, &command[1..]).is_some() {
        return false;
    }
    let operands: Vec<&str> = command[1..].iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    // `poetry run pytest`, `bundle exec rails db:migrate`.
    if RUNS_ANOTHER.contains(&program) && operands.first().is_some_and(|word| TO_RUN.contains(word)) {
        let at = command.iter().position(|word| word == operands[0]).map_or(command.len(), |at| at + 1);
        return is_of_kind(&command[at..], kind);
    }
    let known = COMMANDS.iter().filter(|(of, _)| *of == kind).flat_map(|(_, commands)| *commands);
    let mut known = known.filter(|words| words.split(' ').next() == Some(program));
    if known.any(|words| is_meant_by(command, words)) {
        return true;
    }
    // `vite --port 3000`.
    if kind == Serve && SERVING_BARE.contains(&program) && command.get(1).is_none_or(|word| word.starts_with('-')) {
        return true;
    }
    if program == "python" {
        // `python -m pytest`, `python manage.py migrate`.
        let word = |at: usize| operands.get(at).copied().unwrap_or_default();
        return match kind {
            Test => word(0) == "manage.py" && word(1) == "test" || script(word(0), kind),
            Migrate => word(0) == "manage.py" && word(1) == "migrate" || script(word(0), kind),
            Serve => word(0) == "manage.py" && word(1) == "runserver" || word(0) == "http.server",
            _ => script(word(0), kind),
        };
    }
    if RUNNERS.contains(&program) {
        // Neither `ENV=test` nor the value of `-x test` is a task.
        let valued = |at: usize| at > 0 && VALUED.contains(&command[at - 1].as_str());
        let task = |at: &usize| !(command[*at].starts_with('-') || command[*at].contains('=') || valued(*at));
        let tasks: Vec<&str> = (1..command.len()).filter(task).map(|at| command[at].as_str()).collect();
        let mut tasks = tasks.iter().filter(|word| !TO_RUN.contains(word));
        let Some(task) = tasks.next() else { return false };
        let hands_on = matches!(program, "bun" | "npx" | "pnpm" | "yarn");
        // `yarn knex migrate:latest`, `mvn clean deploy`.
        let behind = || {
            let at = command.iter().position(|word| word == task).unwrap_or(command.len());
            is_of_kind(&command[at..], kind)
        };
        // `npx migrate-mongo` is a program, and behind the verb of `nx` stands a project.
        if kind == Test && leaves_tests_out(program, command) {
            return false;
        }
        return program != "npx" && named(task, kind)
            || kind == Test && std::iter::once(task).chain(tasks.clone()).any(|task| checks_by_tests(program, task))
            || hands_on && behind()
            || runs_many(program) && program != "nx" && tasks.any(|task| named(task, kind));
    }
    let run = if runs_a_file(program) {
        operands.first().copied()
    } else {
        command.first().map(String::as_str).filter(|first| first.contains('/'))
    };
    run.is_some_and(|run| script(run, kind))
}

/// True for a goal that is there to run the tests, beside what else it checks: Gradle's `check` and `:app:check`, Maven's `verify`,
/// and the `check` of makefiles. That of npm mostly lints.
fn checks_by_tests(program: &str, task: &str) -> bool {
    match program {
        "gradle" | "gradlew" => task.rsplit(':').next() == Some("check"),
        "gmake" | "make" => task == "check",
        "mvn" | "mvnw" => task == "verify",
        _ => false,
    }
}

/// True where a build is told to run no tests: `gradle check -x test`, `mvn verify -DskipTests`.
fn leaves_tests_out(program: &str, command: &[String]) -> bool {
    match program {
        "gradle" | "gradlew" => command.windows(2).any(|pair| {
            matches!(pair[0].as_str(), "-x" | "--exclude-task") && pair[1].rsplit(':').next() == Some("test")
        }),
        "mvn" | "mvnw" => command.iter().any(|word| {
            ["-DskipTests", "-Dmaven.test.skip"].iter().any(|flag| word.starts_with(flag)) && !word.ends_with("=false")
        }),
        _ => false,
    }
}

/// True for a script called after the kind: `scripts/deploy.sh`, `./bin/run-tests`.
fn script(path: &str, kind: CallKind) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    named(name.split('.').next().unwrap_or(name), kind)
}

/// Parts of a task's name that tell that it looks, makes ready, or is about something else: `release-notes`, `test-data`.
#[rustfmt::skip]
const LOOKING: [&str; 42] = [
    "build", "check", "clean", "codegen", "create", "data", "dates", "diff", "docs", "dry", "env", "fixture", "fixtures", "format", "gen",
    "generate", "help", "install", "key", "keys", "lint", "list", "log", "logs", "make", "new", "notes", "pack", "plan", "preview",
    "report", "results", "server", "setup", "status", "style", "styles", "synth", "typecheck", "types", "typescript", "validate",
];

/// What is served, behind "dev:": `dev:web`.
#[rustfmt::skip]
const SERVED_PARTS: [&str; 12] =
    ["all", "api", "app", "backend", "client", "debug", "frontend", "hot", "prod", "server", "watch", "web"];

/// True for a linter or a formatter that changes nothing and tells its settings, or what it would do.
fn only_shows(command: &[String]) -> bool {
    let shows = |word: &String| {
        matches!(
            word.as_str(),
            "--check-formatted" | "--diff" | "--print-config" | "--verify-no-changes" | "-d" | "-l" | "-list"
        )
    };
    command.iter().any(shows)
}

/// What git does that is more than looking.
#[rustfmt::skip]
const BY_GIT: [&str; 19] = [
    "git add", "git am", "git apply", "git checkout", "git cherry-pick", "git clean", "git commit", "git merge", "git mv", "git pull", "git push",
    "git rebase", "git reset", "git restore", "git revert", "git rm", "git stash", "git switch", "git tag",
];

/// True for the name of a task: `deploy`, `deploy:prod`, `db:migrate`, `test:unit`. `deploy:check` looks, `migrate:create` writes a file.
fn named(task: &str, kind: CallKind) -> bool {
    let (first, rest) = (task.split(':').next().unwrap_or(task), || task.split(':').nth(1));
    let is_first = |words: &[&str]| words.contains(&first);
    let words: &[&str] = match kind {
        Deploy => &["deploy", "redeploy"],
        Publish => &["publish", "release"],
        Migrate => &["migrate", "migrations"],
        Test => &["e2e", "test", "tests"],
        // "server:lint", "build:dev" and "dev:seed" are other tasks.
        Serve => {
            return is_first(&["dev", "develop", "serve", "start"])
                && rest().is_none_or(|part| SERVED_PARTS.contains(&part));
        }
        Build => return is_first(&["build"]) && rest().is_none_or(|part| !LOOKING.contains(&part)),
        Lint => return is_first(&["lint"]),
        Format => return is_first(&["fmt", "format"]) && rest().is_none_or(|part| !LOOKING.contains(&part)),
        Git | Any | Fetch | Delegate => return false,
    };
    let parts = || task.split(|sign: char| !sign.is_ascii_alphanumeric());
    parts().any(|part| words.contains(&part)) && !parts().any(|part| LOOKING.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shell;

    /// The kinds of which a command line is, builds and the like left aside.
    #[track_caller]
    fn check(command: &str, expected: &[CallKind]) {
        check_among(command, &[Deploy, Publish, Migrate, Test, Serve], expected);
    }

    #[track_caller]
    fn check_among(command: &str, kinds: &[CallKind], expected: &[CallKind]) {
        let commands = shell::read(command).commands;
        let is = |kind: &&CallKind| commands.iter().any(|words| is_of_kind(words, **kind));
        assert_eq!(kinds.iter().filter(is).copied().collect::<Vec<_>>(), expected, "{command}");
    }

    #[test]
    fn builds_and_checks_of_style_are_runs_and_looking_is_nothing() {
        let kinds = [Build, Lint, Format, Any];
        for (command, expected) in [
            ("npm run build", &[Build, Any][..]),
            ("cd web && npx vite build", &[Build, Any]),
            ("cargo build --release 2>&1 | tail -3", &[Build, Any]),
            ("./gradlew build", &[Build, Any]),
            ("npx eslint src --fix", &[Lint, Any]),
            ("cargo clippy --all", &[Lint, Any]),
            ("cargo fmt", &[Format, Any]),
            ("npx prettier --write src", &[Format, Any]),
            ("npx tsc --noEmit", &[Any]),
            ("cargo check", &[Any]),
            ("node scripts/seed.js", &[Any]),
            ("git diff --stat", &[]),
            ("ls -la src && cat package.json", &[]),
            ("grep -rn build src | head", &[]),
        ] {
            check_among(command, &kinds, expected);
        }
    }

    #[test]
    fn git_changes_something_by_its_own_word_alone() {
        for command in ["git -C web add .", "git commit -am x", "cd a && git stash", "git tag v1", "git mv a b"] {
            check_among(command, &[Git], &[Git]);
        }
        for command in
            ["git log --oneline -- add", "git show stash", "git tag -l", "git diff HEAD commit", "git status"]
        {
            check_among(command, &[Git], &[]);
        }
    }

    #[test]
    fn servers_are_known_and_what_builds_for_them_is_none() {
        for command in [
            "npm run dev",
            "npm start",
            "pnpm dev --port 3001",
            "python manage.py runserver",
            "python3 -m http.server 8000",
            "bundle exec rails s",
            "npx vite dev",
            "npx vite",
            "vite --port 3000",
            "npx eleventy --serve --port 8081",
            "uvicorn app.main:app --reload",
            "make serve",
        ] {
            check(command, &[CallKind::Serve]);
        }
        for command in [
            "npm run build:dev",
            "npm run lint",
            "npx vite build",
            "vite --version",
            "npx vite optimize",
            "npm install vite",
            "docker compose up",
            "git restart",
            "make server-types",
        ] {
            check(command, &[]);
        }
    }

    #[test]
    fn what_is_plainly_of_a_kind_is_known_under_every_way_to_run_it() {
        for command in [
            "vercel --prod",
            "fly deploy",
            "npm run deploy",
            "pnpm deploy:staging",
            "make deploy ENV=prod",
            "./scripts/deploy.sh",
            "bash scripts/deploy.sh --now",
            "cd infra && terraform apply -auto-approve",
            "kubectl apply -f k8s/",
            "npx wrangler deploy",
            "git push heroku main",
            "kubectl -n prod apply -f x.yml",
            "helm upgrade web ./chart --version 1.2.3",
            "make -C infra deploy",
            "make build deploy",
            "mvn clean deploy",
            "turbo run build deploy",
            "npm.cmd run deploy",
            "php8.2 scripts/deploy.php",
            ". scripts/deploy.sh",
            "lua scripts/deploy.lua",
        ] {
            check(command, &[Deploy]);
        }
        for command in
            ["npm publish", "cargo publish --allow-dirty", "twine upload dist/*", "make release", "docker push x/y"]
        {
            check(command, &[Publish]);
        }
        for command in [
            "npx prisma migrate dev --name x",
            "alembic upgrade head",
            "bundle exec rails db:migrate",
            "bin/rails db:migrate",
            "python manage.py migrate",
            "npm run db:migrate",
            "yarn knex migrate:latest",
        ] {
            check(command, &[Migrate]);
        }
        for command in [
            "npm test",
            "npm t",
            "npx vitest run",
            "cd web && CI=1 pnpm test 2>&1 | tail -5",
            "python -m pytest -q",
            "poetry run pytest",
            "cargo test --lib",
            "go test ./...",
            "make test",
            "./scripts/run-tests.sh",
            "npm run test:unit -- --watch=false",
            "gradle clean test",
            "make -j 4 test",
            "bazel test //...",
            "nox",
            "sbt test",
            "php artisan test",
            "node --test",
            "xcodebuild test -scheme App",
            "hatch test",
            "tox -e py311",
            "tox run -e py",
            "coverage run --source src -m pytest",
            "nyc npm test",
            "npx c8 --reporter lcov mocha",
            "./gradlew check",
            "make check",
            "make -j4 all check",
            "./gradlew clean :app:check",
            "mvn -q verify",
            "ginkgo -v ./...",
            "lein test",
            "stack test",
            "cabal test all",
            "cargo llvm-cov --html",
            "cargo llvm-cov nextest",
        ] {
            check(command, &[Test]);
        }
    }

    #[test]
    fn what_only_looks_alike_is_none() {
        for command in [
            "cat scripts/deploy.sh",
            "grep -rn deploy src",
            "git checkout deploy",
            "git commit -m 'deploy, publish, migrate and test'",
            "npm run build",
            "npm install vitest",
            "vercel env ls",
            "kubectl get pods",
            "terraform plan",
            "fly logs",
            "fly deploy --help",
            "npm publish --dry-run",
            "alembic revision -m x",
            "npx prisma migrate status",
            "npx prisma generate",
            "rails g migration AddX",
            "npm run migrate:create",
            "python manage.py makemigrations",
            "test -f tests/a.ts",
            "ls tests && cd tests",
            "npx tsc --noEmit",
            "cargo check --tests",
            "node src/migrations/index.ts.map",
            "sed -n 1,20p tests/test_a.py",
            "vim deploy.sh",
            "make release-notes",
            "node scripts/release-notes.js",
            "python scripts/publish_dates.py",
            "node scripts/migrate-styles.js",
            "node scripts/test-data.js",
            "make test-fixtures",
            "npm run clean-tests",
            "npm run typecheck:test",
            "npm run test:types",
            "bash scripts/test-setup.sh",
            "python3 -c print('release')",
            "jest --clearCache",
            "pytest --fixtures",
            "goreleaser release --snapshot --clean",
            "npm run build:e2e",
            "npm run test-server",
            "scripts/ab-test-report.sh",
            "ansible-playbook site.yml --check",
            "ansible-playbook site.yml --list-hosts",
            "cargo test --no-run",
            "cargo publish --list",
            "nox -s regen_baseline",
            "zig build",
            "./gradlew build -x test",
            "./gradlew check -x test",
            "mvn verify -DskipTests",
            "mvn package",
            "npm run check",
            "make check-format",
            "coverage report -m",
            "coverage run app.py",
            "nyc report",
            "c8 report --reporter text",
            "cargo llvm-cov report",
            "ginkgo generate",
            "stack build",
            "make db-reset ENV=test",
            "rake db:reset RAILS_ENV=test",
            "turbo build --filter e2e",
            "mvn compile -pl test-support",
            "nx build test-utils",
            "nx lint deploy",
            "npx migrate-mongo create add-x",
        ] {
            check(command, &[]);
        }
    }
}
