import { type RawBuilder, sql } from 'kysely';
import { SUBJECTS } from './subject-lookup.ts';

/** Separates these locks from other advisory locks. */
const SEED = 7;

/**
 * Who stores what a customer has first locks its subject, and reads the customer afterwards; whoever erases it locks the subject, too. So
 * either the one finds an anonymized customer, or the other finds what was stored. In the order of ids to avoid deadlocks.
 */
export const SHARE_SUBJECTS = {
  name: 'subjects-share',
  text: `select pg_advisory_xact_lock_shared(hashtextextended(id::text, ${SEED})) from (${SUBJECTS.text} order by s.id) as subjects`,
};

export const lockSubjects = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select pg_advisory_xact_lock(hashtextextended(id::text, ${sql.lit(SEED)}))
  from (select id from unnest(${ids}::uuid[]) as subjects (id) order by id) as subjects`;
