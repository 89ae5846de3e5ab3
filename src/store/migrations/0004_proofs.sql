-- What a report at the end of a turn is held against stands beside the step that shows it: one row a call, as before.
ALTER TABLE steps ADD COLUMN proof TEXT;
