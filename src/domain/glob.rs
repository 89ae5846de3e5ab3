//! What a glob may ask of whoever compiles it.

/// Braces inside of braces in one glob. Each takes room on the stack of the compiler: 80,000 in one line end the program. Of more than
/// some 80 the regular expression is refused, and with it all others of its set. People write two.
const MAX_BRACES: usize = 64;

/// True for a glob that is not to be compiled. What is escaped counts too: nobody writes so many.
pub fn nests_too_deep(glob: &str) -> bool {
    let mut open = 0_usize;
    glob.bytes().any(|byte| {
        match byte {
            b'{' => open += 1,
            b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        open > MAX_BRACES
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_in_braces_are_counted() {
        let check = |glob: &str, expected: bool| assert_eq!(nests_too_deep(glob), expected, "{}", glob.len());
        check("**/*.{ts,{js,jsx}}", false);
        check(&"{a,b}".repeat(1000), false);
        check(&"{".repeat(MAX_BRACES), false);
        check(&"{".repeat(MAX_BRACES + 1), true);
        check(&"}{".repeat(1000), false);
    }
}
