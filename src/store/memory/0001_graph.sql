-- Lessons: what was done, what was said of it, what came of it, as a graph. One row of memory_nodes a thing that was said in
-- one or several ways (memory_forms), so that what is said again strengthens what is known.
CREATE TABLE memory_scopes (
  id      INTEGER PRIMARY KEY,
  project TEXT NOT NULL UNIQUE            -- the root's path; '' holds in all projects
);

CREATE TABLE memory_encoders (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE memory_nodes (
  id         INTEGER PRIMARY KEY,
  scope      INTEGER NOT NULL,
  roles      INTEGER NOT NULL,            -- bits: 1 action, 2 feedback, 4 outcome, 8 entity
  text       TEXT NOT NULL,               -- as it was said first
  key        TEXT,                        -- what it is about, where that is known exactly
  cell       INTEGER,                     -- where its vector lies, if it has one
  frequency  INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL
);

-- The ways in which a node was said; the first has no likeness.
CREATE TABLE memory_forms (
  id        INTEGER PRIMARY KEY,
  node      INTEGER NOT NULL,
  scope     INTEGER NOT NULL,
  identity  INTEGER NOT NULL,             -- hash of the normalised text and the key
  text      TEXT NOT NULL,
  likeness  REAL,                         -- to the node's first text, when it was taken for the same
  frequency INTEGER NOT NULL,
  at        INTEGER NOT NULL
);
CREATE UNIQUE INDEX memory_forms_said ON memory_forms (scope, identity);
CREATE INDEX memory_forms_node ON memory_forms (node);

-- Vectors lie together by cell, the signs of their first places: near ones are read in one piece.
CREATE TABLE memory_vectors (
  scope   INTEGER NOT NULL,
  encoder INTEGER NOT NULL,
  cell    INTEGER NOT NULL,
  node    INTEGER NOT NULL,
  vector  BLOB NOT NULL,
  PRIMARY KEY (scope, encoder, cell, node)
) WITHOUT ROWID;

-- Which nodes hold which terms of a scope, each term as a hash: only whole terms are looked for.
CREATE VIRTUAL TABLE memory_terms USING fts5 (terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
-- Small pieces: each question reads little of many lists.
INSERT INTO memory_terms (memory_terms, rank) VALUES ('pgsz', 512);

CREATE TABLE memory_edges (
  kind       INTEGER NOT NULL,            -- 0 mistakes, 1 successes: two graphs over the same nodes
  source     INTEGER NOT NULL,
  target     INTEGER NOT NULL,
  frequency  INTEGER NOT NULL,
  weight     REAL NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL,
  PRIMARY KEY (kind, source, target)
) WITHOUT ROWID;
CREATE INDEX memory_edges_target ON memory_edges (target);

CREATE TABLE memory_lessons (
  id         INTEGER PRIMARY KEY,
  scope      INTEGER NOT NULL,
  kind       INTEGER NOT NULL,
  origin     TEXT NOT NULL,
  action     INTEGER NOT NULL,
  feedback   INTEGER NOT NULL,
  outcome    INTEGER NOT NULL,
  key        TEXT,                        -- that of the action: a coming call finds its lessons with one look
  frequency  INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen  INTEGER NOT NULL,
  was_right  REAL NOT NULL DEFAULT 1,
  was_wrong  REAL NOT NULL DEFAULT 1,
  retired_at INTEGER
);
CREATE UNIQUE INDEX memory_lessons_said ON memory_lessons (action, feedback, outcome, kind);
CREATE INDEX memory_lessons_scope ON memory_lessons (scope, last_seen);
CREATE INDEX memory_lessons_key ON memory_lessons (key) WHERE key IS NOT NULL;
CREATE INDEX memory_lessons_feedback ON memory_lessons (feedback);
CREATE INDEX memory_lessons_outcome ON memory_lessons (outcome);

-- Which ways of saying were recorded together how often: what a split is made of.
CREATE TABLE memory_records (
  lesson        INTEGER NOT NULL,
  action_form   INTEGER NOT NULL,
  feedback_form INTEGER NOT NULL,
  outcome_form  INTEGER NOT NULL,
  origin        TEXT NOT NULL,
  session       TEXT,
  frequency     INTEGER NOT NULL,
  at            INTEGER NOT NULL,
  PRIMARY KEY (lesson, action_form, feedback_form, outcome_form)
) WITHOUT ROWID;

-- How often driftguard spoke about a file or a command, and how often work on it was quiet.
CREATE TABLE memory_trust (
  scope  INTEGER NOT NULL,
  kind   TEXT NOT NULL,
  name   TEXT NOT NULL,
  quiet  REAL NOT NULL,
  spoken REAL NOT NULL,
  at     INTEGER NOT NULL,
  PRIMARY KEY (scope, kind, name)
) WITHOUT ROWID;

-- What is known of the file itself: when it was pruned last.
CREATE TABLE memory_settings (
  key   TEXT PRIMARY KEY NOT NULL,
  value INTEGER NOT NULL
) WITHOUT ROWID;
