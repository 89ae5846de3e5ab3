-- What was said about calls before they ran, and why some were denied: few rows, read by people alone.
CREATE TABLE remarks (session_id TEXT, seq INTEGER, at INTEGER, kind TEXT, about TEXT, text TEXT,
  PRIMARY KEY (session_id, seq)) WITHOUT ROWID;
