-- Every hook call reads and writes what the guard remembers, few change the goal, and SQLite rewrites a row as a whole:
-- so the two stand apart from each other and from the row that people and reports read.

CREATE TABLE guard_states (
  session_id TEXT PRIMARY KEY NOT NULL,
  state      TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE goals (
  session_id TEXT PRIMARY KEY NOT NULL,
  goal       TEXT NOT NULL
) WITHOUT ROWID;

INSERT INTO guard_states SELECT session_id, json_remove(state, '$.goal') FROM session_states;
INSERT INTO goals SELECT session_id, json_extract(state, '$.goal') FROM session_states
  WHERE json_extract(state, '$.goal') IS NOT NULL;
ALTER TABLE session_states DROP COLUMN state;

ALTER TABLE agents ADD COLUMN goal TEXT;
UPDATE agents SET goal = json_extract(state, '$.goal'), state = json_remove(state, '$.goal');

-- How an action ended: ok | error | refused | denied. What was refused or denied was never done.
ALTER TABLE steps ADD COLUMN outcome TEXT NOT NULL DEFAULT 'ok';
