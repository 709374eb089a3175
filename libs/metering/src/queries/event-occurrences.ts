import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#engine/persistence';
import { hasId, namesOfEvent } from '../adapters/persistence/sql/stored-events.ts';
import { type EventAccess, shownTo } from './events-about-sales.ts';
import { type EventFilter, externalIdCondition, subjectsFor } from './event-conditions.ts';

type Sql = RawBuilder<unknown>;

type Filter = Pick<EventFilter, 'customer_id' | 'external_customer_id' | 'parent_id'> & {
  /** Only events without a parent. */
  readonly root_events?: boolean;
};

/**
 * Rows that add up to the occurrences of each name. Those of organizations are stored; those of customers, and of the children of an
 * event, are counted from the events.
 */
export function occurrencesFor(access: EventAccess, organizations: readonly string[], filter: Filter): Sql {
  const subjects = subjectsFor(organizations, filter);
  if (subjects || filter.parent_id) return counted(access, organizations, filter, subjects);
  const conditions = [sql`organization_id = any(${organizations}::uuid[])`, ...shownTo(access, 'n', organizations)];
  const stored = sql`from metering.event_names n where ${sql.join(conditions, sql` and `)}`;
  if (!filter.root_events) return sql`select organization_id, name, source, occurrences, first_seen, last_seen ${stored}`;
  return sql`
    select organization_id, name, source, sum(occurrences - child_occurrences) as occurrences,
      coalesce(min(root_first_seen), min(first_seen)) as first_seen, coalesce(max(root_last_seen), max(last_seen)) as last_seen
    ${stored} group by 1, 2, 3 having sum(occurrences - child_occurrences) > 0`;
}

function counted(access: EventAccess, organizations: readonly string[], filter: Filter, subjects: Sql | undefined): Sql {
  const { parent_id: parent, root_events: areRoots } = filter;
  const conditions = [
    anyOf('e.organization_id', organizations),
    ...(subjects ? [externalIdCondition(filter, 'selected')] : []),
    ...(areRoots ? [sql`e.parent is null`] : []),
    ...shownTo(access, 'e', organizations),
  ];
  return sql`
    select e.organization_id, e.name, e.source, 1 as occurrences, e.timestamp as first_seen, e.timestamp as last_seen
    from ${parent ? childrenOf(parent, organizations) : sql`metering.events e`} ${subjects ? sql`join (${subjects}) as selected on selected.id = e.subject_id` : sql``}
    where ${sql.join(conditions, sql` and `)}`;
}

const childrenOf = (parent: string, organizations: readonly string[]): Sql => sql`(
    select distinct l.organization_id, l.child_id from metering.events p
    join metering.event_links l on l.organization_id = p.organization_id and l.parent_key in ${namesOfEvent('p')}
    where ${anyOf('p.organization_id', organizations)} and ${hasId('p', sql`${parent}::uuid`)}
  ) as c join metering.events e on e.organization_id = c.organization_id and ${hasId('e', sql`c.child_id`)}`;
