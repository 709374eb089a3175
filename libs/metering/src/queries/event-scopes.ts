import { type Kysely, type RawBuilder, sql } from 'kysely';
import { requiredName } from '../adapters/persistence/sql/required-name.ts';
import { type EventFilter, ownOrganization, type SelectedSubject, subjectsFor } from './event-conditions.ts';

type Sql = RawBuilder<unknown>;

/** Whose events `e` are read. Those of one scope are in the order of an index. */
export interface EventScopes {
  /** A relation `scope` of subjects or, if the filter selects none, of organizations. */
  readonly relation: Sql;
  /** The condition that an event is in its scope. */
  readonly contain: Sql;
  readonly number: number;
}

export async function scopesOf(db: Kysely<object>, organizations: readonly string[], filter: EventFilter): Promise<EventScopes> {
  const subjects = (await subjectsFor(organizations, filter)?.execute(db))?.rows;
  return {
    relation: subjects
      ? relationOf(subjects)
      : sql`unnest(${organizations}::uuid[], array[null::boolean]) as scope (organization_id, has_external_id)`,
    contain: sql`e.organization_id = ${ownOrganization('scope', organizations)} and ${subjects ? sql`e.subject_id = scope.id` : sql`true`}`,
    number: (subjects ?? organizations).length,
  };
}

/** The planner knows how many events a single subject has. */
const relationOf = (subjects: readonly SelectedSubject[]): Sql => {
  const [first, ...others] = subjects;
  if (first && others.length === 0)
    return sql`(select ${first.id}::uuid as id, ${first.organization_id}::uuid as organization_id, ${first.has_external_id ?? null}::boolean as has_external_id) as scope`;
  return sql`unnest(
    ${subjects.map(({ id }) => id)}::uuid[], ${subjects.map((each) => each.organization_id)}::uuid[],
    ${subjects.map((each) => each.has_external_id ?? null)}::boolean[]) as scope (id, organization_id, has_external_id)`;
};

/** The names that the events of a list can have; undefined if no filter says so. */
export function namesIn(
  name: EventFilter['name'],
  filters: readonly (Parameters<typeof requiredName>[0] | undefined)[],
): readonly string[] | undefined {
  const required = filters.flatMap((each) => (each && requiredName(each)) ?? []);
  if (required.length === 0) return name;
  return (name ?? required).filter((each) => required.every((other) => other === each));
}

/** The condition that events `e` are of the time in which there are events with one of the names; null if there are none. */
export async function spanOfNames(
  db: Kysely<object>,
  organizations: readonly string[],
  names: readonly string[] | undefined,
): Promise<readonly Sql[] | null> {
  if (!names) return [];
  const { rows } = await sql<{ readonly first: string; readonly last: string }>`
    select min(first_seen)::text as first, max(last_seen)::text as last from metering.event_names
    where organization_id = any(${organizations}::uuid[]) and name = any(${names}::text[]) having count(*) > 0`.execute(db);
  const [span] = rows;
  return span ? [sql`e.timestamp >= ${span.first}::timestamptz and e.timestamp <= ${span.last}::timestamptz`] : null;
}
