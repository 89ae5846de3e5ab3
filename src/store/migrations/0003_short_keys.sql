-- A hook call reads the schema and the log of the turn before it does anything else. So no index holds a session's long id,
-- the steps of a session lie side by side and need no index to be found, and the schema says no more than is needed.

ALTER TABLE guard_states RENAME TO old_states;
CREATE TABLE guard_states (number INTEGER PRIMARY KEY, session_id TEXT UNIQUE, state TEXT);
INSERT INTO guard_states (session_id, state) SELECT session_id, state FROM old_states ORDER BY rowid;
DROP TABLE old_states;

-- The key of a step is its session's number, moved up by 32 bits, and its place in the session.
ALTER TABLE steps RENAME TO old_steps;
CREATE TABLE steps (key INTEGER PRIMARY KEY, id TEXT, session_id TEXT, agent_id TEXT, action_type TEXT, outcome TEXT,
  files TEXT, folders TEXT, command TEXT, reasoning TEXT, drift_score INTEGER, drift_type TEXT, correction_given TEXT,
  is_key_decision BOOLEAN, is_validated BOOLEAN, keywords TEXT, timestamp INTEGER);
CREATE TABLE moved (step INTEGER PRIMARY KEY, key INTEGER);
INSERT INTO moved SELECT o.rowid, (g.number << 32) + row_number() OVER (PARTITION BY g.number ORDER BY o.rowid)
  FROM old_steps o JOIN guard_states g USING (session_id);
INSERT INTO steps SELECT m.key, o.id, o.session_id, o.agent_id, o.action_type, o.outcome, o.files, o.folders, o.command,
  o.reasoning, o.drift_score, o.drift_type, o.correction_given, o.is_key_decision, o.is_validated, o.keywords, o.timestamp
  FROM moved m JOIN old_steps o ON o.rowid = m.step ORDER BY m.key;
DROP TABLE old_steps;
-- The end of a step's id tells the calls of a session apart nearly always; the id itself is compared as well.
CREATE INDEX steps_by_call ON steps (key >> 32, substr(id, -8));
CREATE INDEX key_decisions ON steps (key) WHERE is_key_decision;

ALTER TABLE step_files RENAME TO old_step_files;
CREATE TABLE step_files (session INTEGER, path TEXT, step INTEGER, PRIMARY KEY (session, path, step)) WITHOUT ROWID;
INSERT INTO step_files SELECT m.key >> 32, f.path, m.key FROM old_step_files f JOIN moved m USING (step);
DROP TABLE old_step_files;
DROP TABLE moved;

ALTER TABLE goals RENAME TO old_goals;
CREATE TABLE goals (session_id TEXT PRIMARY KEY, goal TEXT) WITHOUT ROWID;
INSERT INTO goals SELECT session_id, goal FROM old_goals;
DROP TABLE old_goals;

ALTER TABLE agents RENAME TO old_agents;
CREATE TABLE agents (session_id TEXT, agent_id TEXT, state TEXT, goal TEXT, PRIMARY KEY (session_id, agent_id)) WITHOUT ROWID;
INSERT INTO agents SELECT session_id, agent_id, state, goal FROM old_agents;
DROP TABLE old_agents;

ALTER TABLE session_states RENAME TO old_session_states;
DROP INDEX session_states_by_project;
CREATE TABLE session_states (session_id TEXT PRIMARY KEY, project_path TEXT, status TEXT, escalation_count INTEGER,
  last_checked_at INTEGER, created_at TEXT, updated_at TEXT, goal_revision INTEGER, guard_state TEXT, original_goal TEXT,
  expected_scope TEXT, constraints TEXT, keywords TEXT, drift_history TEXT);
INSERT INTO session_states SELECT * FROM old_session_states ORDER BY rowid;
DROP TABLE old_session_states;
CREATE INDEX session_states_by_project ON session_states (project_path);

ALTER TABLE drift_events RENAME TO old_drift_events;
CREATE TABLE drift_events (session_id TEXT, seq INTEGER, timestamp INTEGER, event INTEGER, revision INTEGER, score INTEGER,
  effective INTEGER, level TEXT, kind TEXT, standing TEXT, spoken BOOLEAN, diagnostic TEXT, findings TEXT,
  PRIMARY KEY (session_id, seq)) WITHOUT ROWID;
INSERT INTO drift_events SELECT * FROM old_drift_events;
DROP TABLE old_drift_events;

ALTER TABLE tasks RENAME TO old_tasks;
CREATE TABLE tasks (session_id TEXT, revision INTEGER, timestamp INTEGER, status TEXT, drift_events INTEGER,
  final_score INTEGER, resolved BOOLEAN, goal TEXT, files TEXT, decisions TEXT, tags TEXT, reasoning_trace TEXT,
  PRIMARY KEY (session_id, revision)) WITHOUT ROWID;
INSERT INTO tasks SELECT * FROM old_tasks;
DROP TABLE old_tasks;

ALTER TABLE prompt_marks RENAME TO old_prompt_marks;
DROP INDEX prompt_marks_by_session;
CREATE TABLE prompt_marks (uuid TEXT, session_id TEXT, PRIMARY KEY (uuid, session_id)) WITHOUT ROWID;
INSERT INTO prompt_marks SELECT * FROM old_prompt_marks;
DROP TABLE old_prompt_marks;
CREATE INDEX prompt_marks_by_session ON prompt_marks (session_id);

ALTER TABLE project_files RENAME TO old_project_files;
CREATE TABLE project_files (project_path TEXT PRIMARY KEY, listed_at INTEGER, truncated BOOLEAN, paths BLOB) WITHOUT ROWID;
INSERT INTO project_files SELECT * FROM old_project_files;
DROP TABLE old_project_files;

ALTER TABLE spool_merged RENAME TO old_spool_merged;
CREATE TABLE spool_merged (session_id TEXT, name TEXT, PRIMARY KEY (session_id, name)) WITHOUT ROWID;
INSERT INTO spool_merged SELECT * FROM old_spool_merged;
DROP TABLE old_spool_merged;
