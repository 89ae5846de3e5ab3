//! What of a session is worth remembering.
