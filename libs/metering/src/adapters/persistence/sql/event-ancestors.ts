import { type RawBuilder, sql } from 'kysely';
import { digestUuid } from '#support/texts';
import { namesOf, type NamedEvent, type StoredEvent } from '../../../domain/usage-event.ts';
import { hasId, idsNamed } from './stored-events.ts';

type Sql = RawBuilder<unknown>;

/** The stored ancestors of these events; none, at the cost of one look-up, if no stored event names one of them as its parent. */
export function ancestorsOf(organizationId: string, events: readonly NamedEvent[]): RawBuilder<StoredEvent> {
  const keys = events.flatMap(({ externalId }) => (externalId === null ? [] : [digestUuid(externalId)]));
  const names = [...new Set(events.flatMap(({ parent }) => (parent === null ? [] : namesOf(parent))))];
  const organization = sql`${organizationId}::uuid`;
  const named = (name: Sql) =>
    sql`cross join lateral ${idsNamed(organization, name)} as named join metering.events i on i.organization_id = ${organization} and ${hasId('i', sql`named.id`)}`;
  return sql<StoredEvent>`
    with recursive up (id, key) as (
      select i.id, metering.key_of(i.external_id) from unnest(${names}::uuid[]) as parent (name) ${named(sql`parent.name`)}
      where exists (select from metering.event_links where organization_id = ${organization} and parent_key = any(${keys}::uuid[]))
      union
      select i.id, metering.key_of(i.external_id) from up
      join metering.event_links l on l.child_id = up.id and l.organization_id = ${organization} ${named(sql`l.parent_key`)}
    )
    select id, key, array(select l.parent_key from metering.event_links l where l.organization_id = ${organization} and l.child_id = up.id) as parents from up`;
}
