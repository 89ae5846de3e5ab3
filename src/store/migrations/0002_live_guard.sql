-- A hook call leaves in the log every page that it touches, and the next call reads the log: so what all calls write
-- stands apart from what few change, and a row is found in the page that holds it.

CREATE TABLE guard_states (
  session_id TEXT PRIMARY KEY NOT NULL,
  state      TEXT NOT NULL
);

CREATE TABLE goals (
  session_id TEXT PRIMARY KEY NOT NULL,
  goal       TEXT NOT NULL
);

INSERT INTO guard_states SELECT session_id, json_remove(state, '$.goal') FROM session_states;
INSERT INTO goals SELECT session_id, json_extract(state, '$.goal') FROM session_states
  WHERE json_extract(state, '$.goal') IS NOT NULL;
ALTER TABLE session_states DROP COLUMN state;

ALTER TABLE agents RENAME TO old_agents;
CREATE TABLE agents (
  session_id TEXT NOT NULL,
  agent_id   TEXT NOT NULL,
  state      TEXT NOT NULL,
  goal       TEXT,
  PRIMARY KEY (session_id, agent_id)
);
INSERT INTO agents SELECT session_id, agent_id, json_remove(state, '$.goal'), json_extract(state, '$.goal') FROM old_agents;
DROP TABLE old_agents;

ALTER TABLE steps RENAME TO old_steps;
DROP INDEX steps_by_session;
CREATE TABLE steps (
  id               TEXT PRIMARY KEY NOT NULL,
  session_id       TEXT NOT NULL,
  agent_id         TEXT,
  action_type      TEXT NOT NULL,
  outcome          TEXT NOT NULL,
  files            TEXT NOT NULL,
  folders          TEXT NOT NULL,
  command          TEXT,
  reasoning        TEXT,
  drift_score      INTEGER NOT NULL,
  drift_type       TEXT NOT NULL,
  correction_given TEXT,
  is_key_decision  BOOLEAN NOT NULL,
  is_validated     BOOLEAN NOT NULL,
  keywords         TEXT NOT NULL,
  timestamp        INTEGER NOT NULL
);
INSERT INTO steps SELECT id, session_id, agent_id, action_type, 'ok', files, folders, command, reasoning, drift_score,
  drift_type, correction_given, is_key_decision, is_validated, keywords, timestamp FROM old_steps ORDER BY rowid;
DROP TABLE old_steps;
-- Both in the order in which the steps were stored, which is that of the row ids.
CREATE INDEX steps_by_session ON steps (session_id);
CREATE INDEX key_decisions ON steps (session_id) WHERE is_key_decision;

ALTER TABLE step_files RENAME TO old_step_files;
CREATE TABLE step_files (
  session_id TEXT NOT NULL,
  path       TEXT NOT NULL,
  step       INTEGER NOT NULL,                -- the row id of the step
  PRIMARY KEY (session_id, path, step)
) WITHOUT ROWID;
INSERT INTO step_files SELECT f.session_id, f.path, s.rowid FROM old_step_files f JOIN steps s ON s.id = f.step_id;
DROP TABLE old_step_files;
