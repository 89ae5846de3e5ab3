//! A judge that is a program on this machine: the question on its stdin, the answer on its stdout.

use super::error::{JudgeError, MAX_ANSWER};
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Instant;

/// Asks, and ends the program where it has not answered in time.
pub(super) fn ask(argv: &[String], question: &str, until: Instant) -> Result<String, JudgeError> {
    let unreachable = |error: std::io::Error| JudgeError::Unreachable(error.to_string());
    let (program, arguments) = argv.split_first().ok_or_else(|| JudgeError::Unreachable("no program".into()))?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // Whatever it starts ends with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn().map_err(unreachable)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let question = question.to_owned();
    // A program may answer without having read all, or never read: neither keeps us.
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(question.as_bytes())));
    let (tell, told) = channel();
    thread::spawn(move || {
        let mut answer = Vec::new();
        let limit = u64::try_from(MAX_ANSWER).unwrap_or(u64::MAX);
        let read = stdout.map(|stdout| stdout.take(limit).read_to_end(&mut answer));
        // Nobody listens any more when time is up.
        let _ = tell.send(read.transpose().map(|_| answer));
    });
    let answer = told.recv_timeout(until.saturating_duration_since(Instant::now()));
    end(&mut child);
    match answer {
        Ok(Ok(answer)) => Ok(String::from_utf8_lossy(&answer).into_owned()),
        Ok(Err(error)) => Err(unreachable(error)),
        Err(RecvTimeoutError::Timeout) => Err(JudgeError::Timeout),
        Err(RecvTimeoutError::Disconnected) => Err(JudgeError::Unreachable("its answer was not read".into())),
    }
}

/// Ends the program and what it has started. One that has ended already is only taken off the system's list.
fn end(child: &mut Child) {
    if !matches!(child.try_wait(), Ok(Some(_))) {
        #[cfg(unix)]
        {
            let group = format!("-{}", child.id());
            let quiet = || Stdio::null();
            let kill = ["-KILL", "--", &group];
            let _ = Command::new("kill").args(kill).stdin(quiet()).stdout(quiet()).stderr(quiet()).status();
        }
        let _ = child.kill();
    }
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::Duration;

    #[track_caller]
    fn check(script: &str, patience: Duration, expected: Result<&str, JudgeError>) {
        let argv = ["sh", "-c", script].map(str::to_owned);
        let answer = ask(&argv, "Is it so?", Instant::now() + patience);
        let answer = answer.map(|text| text.trim().to_owned());
        assert_eq!(answer, expected.map(str::to_owned), "{script}");
    }

    const LONG: Duration = Duration::from_secs(30);

    #[test]
    fn a_program_is_asked_on_stdin_and_answers_on_stdout() {
        check("grep -q 'Is it so' && echo YES", LONG, Ok("YES"));
        check("echo NO", LONG, Ok("NO"));
        check("exit 3", LONG, Ok(""));
    }

    #[test]
    fn a_program_that_hangs_or_is_not_there_is_no_judge() {
        let began = Instant::now();
        check("sleep 60; echo YES", Duration::from_millis(100), Err(JudgeError::Timeout));
        // What it started has ended too, and did not keep us.
        assert!(began.elapsed() < LONG);
        let missing = ask(&["/no/such/judge".to_owned()], "?", Instant::now() + LONG);
        assert!(matches!(missing, Err(JudgeError::Unreachable(_))), "{missing:?}");
    }

    #[test]
    fn an_endless_answer_is_cut() {
        let answer = ask(&["sh", "-c", "yes"].map(str::to_owned), "?", Instant::now() + LONG).unwrap();
        assert_eq!(answer.len(), MAX_ANSWER);
    }
}
