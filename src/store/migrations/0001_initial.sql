-- The first schema. Never edited: a change of the schema is a new file, numbered one higher.
-- Small columns stand first in each row, so that a scan by status or time does not read the long texts behind them.

CREATE TABLE session_states (
  session_id       TEXT PRIMARY KEY NOT NULL,
  project_path     TEXT NOT NULL,
  status           TEXT NOT NULL,             -- active | completed | abandoned; the truth, `state` only repeats it
  escalation_count INTEGER NOT NULL,
  last_checked_at  INTEGER,                   -- milliseconds since 1970
  created_at       TEXT NOT NULL,             -- ISO 8601, UTC, always three digits of a second: sorts as text
  updated_at       TEXT NOT NULL,
  goal_revision    INTEGER NOT NULL,          -- 0 before the first goal
  guard_state      TEXT NOT NULL,             -- normal | drifted | forced
  original_goal    TEXT,                      -- the user's words; NULL before the first goal
  expected_scope   TEXT NOT NULL,             -- JSON: ["src/auth/", "src/lib/"]
  constraints      TEXT NOT NULL,             -- JSON: ["don't modify schema"]
  keywords         TEXT NOT NULL,             -- JSON: ["auth", "token", "bug"]
  drift_history    TEXT NOT NULL,             -- JSON: [{score, level, timestamp, ...}], the last ones only
  state            TEXT NOT NULL              -- JSON: the session without its drift history
);
CREATE INDEX session_states_by_project ON session_states (project_path);

CREATE TABLE steps (
  id               TEXT PRIMARY KEY NOT NULL,
  session_id       TEXT NOT NULL,
  agent_id         TEXT,
  action_type      TEXT NOT NULL,
  files            TEXT NOT NULL,             -- JSON
  folders          TEXT NOT NULL,             -- JSON
  command          TEXT,
  reasoning        TEXT,
  drift_score      INTEGER NOT NULL,
  drift_type       TEXT NOT NULL,             -- none | minor | major | critical
  correction_given TEXT,
  is_key_decision  BOOLEAN NOT NULL,
  is_validated     BOOLEAN NOT NULL,
  keywords         TEXT NOT NULL,             -- JSON
  timestamp        INTEGER NOT NULL           -- milliseconds since 1970
);
CREATE INDEX steps_by_session ON steps (session_id, timestamp);

CREATE TABLE step_files (
  session_id TEXT NOT NULL,
  path       TEXT NOT NULL,
  step_id    TEXT NOT NULL,
  PRIMARY KEY (session_id, path, step_id)
) WITHOUT ROWID;

CREATE TABLE drift_events (
  session_id TEXT NOT NULL,
  seq        INTEGER NOT NULL,                -- counts the assessments of the session from 1
  timestamp  INTEGER NOT NULL,
  event      INTEGER NOT NULL,
  revision   INTEGER NOT NULL,
  score      INTEGER NOT NULL,
  effective  INTEGER NOT NULL,
  level      TEXT NOT NULL,
  kind       TEXT NOT NULL,
  standing   TEXT NOT NULL,                   -- on-goal | unsure | off-goal | not-checked
  spoken     BOOLEAN NOT NULL,
  diagnostic TEXT NOT NULL,
  findings   TEXT NOT NULL,                   -- JSON: keys of findings
  PRIMARY KEY (session_id, seq)
) WITHOUT ROWID;

CREATE TABLE tasks (
  session_id      TEXT NOT NULL,
  revision        INTEGER NOT NULL,
  timestamp       INTEGER NOT NULL,
  status          TEXT NOT NULL,              -- complete | partial
  drift_events    INTEGER NOT NULL,
  final_score     INTEGER NOT NULL,
  resolved        BOOLEAN NOT NULL,
  goal            TEXT NOT NULL,
  files           TEXT NOT NULL,              -- JSON
  decisions       TEXT NOT NULL,              -- JSON
  tags            TEXT NOT NULL,              -- JSON
  reasoning_trace TEXT NOT NULL,              -- JSON
  PRIMARY KEY (session_id, revision)
) WITHOUT ROWID;

CREATE TABLE agents (
  session_id TEXT NOT NULL,
  agent_id   TEXT NOT NULL,
  state      TEXT NOT NULL,                   -- JSON: what is remembered of the subagent, as of a session
  PRIMARY KEY (session_id, agent_id)
) WITHOUT ROWID;

CREATE TABLE prompt_marks (
  uuid       TEXT NOT NULL,
  session_id TEXT NOT NULL,
  PRIMARY KEY (uuid, session_id)
) WITHOUT ROWID;
CREATE INDEX prompt_marks_by_session ON prompt_marks (session_id);

CREATE TABLE project_files (
  project_path TEXT PRIMARY KEY NOT NULL,
  listed_at    INTEGER NOT NULL,
  truncated    BOOLEAN NOT NULL,
  paths        BLOB NOT NULL                  -- one a line
);

CREATE TABLE wrong_findings (
  session_id  TEXT NOT NULL,
  finding_key TEXT NOT NULL,
  marked_at   INTEGER NOT NULL,
  PRIMARY KEY (session_id, finding_key)
) WITHOUT ROWID;

CREATE TABLE spool_merged (
  session_id TEXT NOT NULL,
  name       TEXT NOT NULL,                   -- a spool file whose event is committed: never merged twice
  PRIMARY KEY (session_id, name)
) WITHOUT ROWID;

CREATE TABLE settings (
  key   TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) WITHOUT ROWID;
