-- Where each way of saying comes from: which session or hand recorded it how often, the newest of them; memory_records counts all.
CREATE TABLE memory_sources (
  lesson        INTEGER NOT NULL,
  action_form   INTEGER NOT NULL,
  feedback_form INTEGER NOT NULL,
  outcome_form  INTEGER NOT NULL,
  session       TEXT NOT NULL,            -- '' where it came from no session
  origin        TEXT NOT NULL,
  frequency     INTEGER NOT NULL,
  at            INTEGER NOT NULL,
  PRIMARY KEY (lesson, action_form, feedback_form, outcome_form, session, origin)
) WITHOUT ROWID;
-- Of several sessions only the last was kept: one time is its own for certain.
INSERT INTO memory_sources
  SELECT lesson, action_form, feedback_form, outcome_form, coalesce(session, ''), origin, iif(session IS NULL, frequency, 1), at
  FROM memory_records;
ALTER TABLE memory_records DROP COLUMN session;
