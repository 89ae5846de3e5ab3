-- Which coming calls the memory knows something of, so that a hook need not open the memory to learn that it does not:
-- a hash of the project and the call's key. The lessons stand in a file of their own (ADR 7).
CREATE TABLE lesson_keys (
  identity INTEGER NOT NULL,
  lesson   INTEGER NOT NULL,
  PRIMARY KEY (identity, lesson)
) WITHOUT ROWID;
