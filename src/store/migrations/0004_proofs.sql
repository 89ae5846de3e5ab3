-- What a report at the end of a turn is held against stands beside the step that shows it: one row a call, as before.
ALTER TABLE steps ADD COLUMN proof TEXT;
-- Of sessions that are under way not all is on record: what is not there may have happened all the same.
UPDATE guard_states SET state = json_set(state, '$.unrecorded', json('true')) WHERE json_valid(state);
