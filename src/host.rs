//! The only reader of clock, environment, home, working folder and configuration files.
