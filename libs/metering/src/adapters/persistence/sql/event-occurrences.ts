import { sql } from 'kysely';

/** What is stored of the events of a name: of all of them, and of those without a parent. */
export const OCCURRENCE_COLUMNS = sql.raw(
  'occurrences, child_occurrences, first_seen, last_seen, root_first_seen, root_last_seen',
);

/** The columns of new events that are grouped by name. */
export const OCCURRENCES = sql`count(*) as occurrences, count(parent) as child_occurrences, min(timestamp) as first_seen,
  max(timestamp) as last_seen, min(timestamp) filter (where parent is null) as root_first_seen,
  max(timestamp) filter (where parent is null) as root_last_seen`;

/** The columns of what was grouped more finely. */
export const SUMMED_OCCURRENCES = sql.raw(`sum(occurrences), sum(child_occurrences), min(first_seen), max(last_seen),
  min(root_first_seen), max(root_last_seen)`);

/** The assignments that add them to a row `n`. */
export const ADDED_OCCURRENCES = sql`occurrences = n.occurrences + excluded.occurrences,
  child_occurrences = n.child_occurrences + excluded.child_occurrences,
  first_seen = least(n.first_seen, excluded.first_seen), last_seen = greatest(n.last_seen, excluded.last_seen),
  root_first_seen = least(n.root_first_seen, excluded.root_first_seen), root_last_seen = greatest(n.root_last_seen, excluded.root_last_seen)`;
