-- A short text about each thing of a project, the facts that it is made of, and what the gate did. No hook before a call reads it.
CREATE TABLE memory_entities (
    number INTEGER PRIMARY KEY,
    project_path TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    state TEXT NOT NULL,
    deferred INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    UNIQUE (project_path, kind, name)
);
CREATE INDEX memory_entities_seen ON memory_entities (project_path, seen_at);
CREATE TABLE memory_facts (
    entity INTEGER NOT NULL,
    place INTEGER NOT NULL,
    slot TEXT,
    text TEXT NOT NULL,
    polarity TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    invalidated_at INTEGER,
    told INTEGER NOT NULL,
    vector TEXT,
    PRIMARY KEY (entity, place)
) WITHOUT ROWID;
CREATE TABLE memory_gate (reason TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE memory_gate_sample (
    number INTEGER PRIMARY KEY,
    project_path TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    facts TEXT NOT NULL
);
