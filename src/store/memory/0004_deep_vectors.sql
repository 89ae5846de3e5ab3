-- Vectors by a model lie beside those of the table, in the cells that their own numbers make: this tells in which.
CREATE TABLE memory_deep (
  encoder INTEGER NOT NULL,
  node    INTEGER NOT NULL,
  cell    INTEGER NOT NULL,
  PRIMARY KEY (encoder, node)
) WITHOUT ROWID;
