import { type Kysely, type RawBuilder, sql } from 'kysely';
import { anyOf } from '#engine/persistence';
import { hasId, namesOfEvent } from '../adapters/persistence/sql/stored-events.ts';
import { countedTo, isNotCounted } from './counted-events.ts';
import { type EventAccess, shownTo } from './events-about-sales.ts';
import { type EventFilter, externalIdCondition, type SelectedSubject, subjectsFor } from './event-conditions.ts';

type Sql = RawBuilder<unknown>;

type Filter = Pick<EventFilter, 'customer_id' | 'external_customer_id' | 'parent_id'> & {
  /** Only events without a parent. */
  readonly root_events?: boolean;
};

/**
 * Rows that add up to the occurrences of each name. Those of organizations and of customers are stored; those of the children of an event
 * are counted from the events.
 */
export async function occurrencesFor(
  db: Kysely<object>,
  access: EventAccess,
  organizations: readonly string[],
  filter: Filter,
): Promise<Sql> {
  const subjects = subjectsFor(organizations, filter);
  if (filter.parent_id) return ofChildren(access, organizations, { ...filter, parent_id: filter.parent_id }, subjects);
  if (subjects) {
    const [{ rows }, counted] = await Promise.all([subjects.execute(db), countedTo(db)]);
    return ofSubjects(access, organizations, filter, { subjects: rows, counted });
  }
  const conditions = [sql`organization_id = any(${organizations}::uuid[])`, ...shownTo(access, 'n', organizations)];
  const stored = sql`from metering.event_names n where ${sql.join(conditions, sql` and `)}`;
  return filter.root_events
    ? rootsIn(stored)
    : sql`select organization_id, name, source, occurrences, first_seen, last_seen ${stored}`;
}

const rootsIn = (stored: Sql): Sql => sql`
  select organization_id, name, source, sum(occurrences - child_occurrences) as occurrences,
    coalesce(min(root_first_seen), min(first_seen)) as first_seen, coalesce(max(root_last_seen), max(last_seen)) as last_seen
  ${stored} group by 1, 2, 3 having sum(occurrences - child_occurrences) > 0`;

const ONE_EVENT = sql`e.organization_id, e.name, e.source, 1 as occurrences, e.timestamp as first_seen, e.timestamp as last_seen`;

interface OfSubjects {
  readonly subjects: readonly SelectedSubject[];
  readonly counted: string;
}

/** The events of a subject that has an external id no more are selected only with that id, so they are counted one by one. */
function ofSubjects(access: EventAccess, organizations: readonly string[], filter: Filter, of: OfSubjects): Sql {
  const former = of.subjects.filter((subject) => filter.external_customer_id && subject.has_external_id !== true);
  const own = of.subjects.filter((subject) => !former.includes(subject));
  const stored = sql`from metering.event_counts_of_subjects n where ${sql.join(
    [anyOf('n.organization_id', organizations), anyOf('n.subject_id', idsOf(own)), ...shownTo(access, 'n', organizations)],
    sql` and `,
  )}`;
  const events = (subjects: readonly SelectedSubject[], condition: Sql): Sql => sql`
    select ${ONE_EVENT} from metering.events e where ${sql.join(
      [
        anyOf('e.organization_id', organizations),
        anyOf('e.subject_id', idsOf(subjects)),
        condition,
        ...(filter.root_events ? [sql`e.parent is null`] : []),
        ...shownTo(access, 'e', organizations),
      ],
      sql` and `,
    )}`;
  const parts = [
    filter.root_events
      ? rootsIn(stored)
      : sql`select organization_id, name, source, occurrences, first_seen, last_seen ${stored}`,
    events(own, isNotCounted(of.counted)),
    ...(former.length > 0 ? [events(former, sql`e.external_customer_id = any(${filter.external_customer_id}::text[])`)] : []),
  ];
  return sql.join(parts, sql` union all `);
}

const idsOf = (subjects: readonly SelectedSubject[]): string[] => subjects.map(({ id }) => id);

function ofChildren(
  access: EventAccess,
  organizations: readonly string[],
  filter: Filter & { readonly parent_id: string },
  subjects: Sql | undefined,
): Sql {
  const conditions = [
    anyOf('e.organization_id', organizations),
    ...(subjects ? [externalIdCondition(filter, 'selected')] : []),
    ...(filter.root_events ? [sql`e.parent is null`] : []),
    ...shownTo(access, 'e', organizations),
  ];
  return sql`
    select ${ONE_EVENT} from ${childrenOf(filter.parent_id, organizations)}
    ${subjects ? sql`join (${subjects}) as selected on selected.id = e.subject_id` : sql``}
    where ${sql.join(conditions, sql` and `)}`;
}

const childrenOf = (parent: string, organizations: readonly string[]): Sql => sql`(
    select distinct l.organization_id, l.child_id from metering.events p
    join metering.event_links l on l.organization_id = p.organization_id and l.parent_key in ${namesOfEvent('p')}
    where ${anyOf('p.organization_id', organizations)} and ${hasId('p', sql`${parent}::uuid`)}
  ) as c join metering.events e on e.organization_id = c.organization_id and ${hasId('e', sql`c.child_id`)}`;
