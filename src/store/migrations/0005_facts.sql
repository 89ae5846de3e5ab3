-- What the user states as true of a project. No hook reads it.
CREATE TABLE facts (number INTEGER PRIMARY KEY, project_path TEXT, fact TEXT, added_at INTEGER, UNIQUE (project_path, fact));
