import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import type { CustomerView } from '#customer-portal/views';
import { FindCustomers } from '#customer-portal/contract';
import { asUuid, digestUuid } from '#support/texts';
import { eachOnCoordinator, readDb } from '#engine/persistence';
import { isAboutCustomer, isWithoutCustomer, withCustomer } from '../adapters/persistence/sql/customer-in-event.ts';
import { hasId } from '../adapters/persistence/sql/stored-events.ts';
import { labeling, typesOf } from './event-labels.ts';
import type { EventView } from './event.view.ts';

/** The columns of an event `e` in views, except its relations. */
export const EVENT_COLUMNS = sql`e.id, e.timestamp, (extract(epoch from e.timestamp) * 1000)::float8 as time, e.organization_id, e.source, e.name, e.subject_id, e.customer_id,
  e.external_customer_id, e.member_id, e.external_member_id, metering.key_of(e.external_id) as key, e.parent, e.metadata, e.voided_at, e.metadata #>> '{_cost,amount}' as cost`;

export interface EventRow {
  readonly id: string;
  /** Milliseconds since 1970: PostgreSQL writes some years in a text format that JavaScript cannot parse. */
  readonly time: number;
  readonly organization_id: string;
  readonly source: 'user' | 'system';
  readonly name: string;
  readonly subject_id: string;
  readonly customer_id: string | null;
  readonly external_customer_id: string | null;
  readonly member_id: string | null;
  readonly external_member_id: string | null;
  /** The digest of its external id. */
  readonly key: string | null;
  readonly parent: string | null;
  readonly metadata: { [key: string]: unknown };
  readonly voided_at: Date | null;
  /** The cost as the exact decimal that is stored. */
  readonly cost: string | null;
}

interface Relations {
  readonly id: string;
  readonly parent_id: string | null;
  readonly child_count: number;
}

interface SubjectRow {
  readonly id: string;
  readonly customer_id: string | null;
}

/** Loads events with their customers, parents, labels and number of children, in a constant number of queries. */
@Injectable()
export class EventLoader {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async of(rows: readonly EventRow[]): Promise<EventView[]> {
    if (rows.length === 0) return [];
    const db = readDb<object>(this.em);
    const [related, subjects, types] = await Promise.all([
      this.relationsOf(rows),
      subjectsOf(rows).execute(db),
      typesOf(rows).execute(db),
    ]);
    const relations = new Map(related.map((row) => [row.id, row]));
    const bySubject = new Map(subjects.rows.map((row) => [row.id, row.customer_id]));
    const labelOf = labeling(types.rows);
    const customerOf = (row: EventRow): string | null => bySubject.get(row.subject_id) ?? row.customer_id;
    const customerIds = [...new Set(rows.flatMap((row) => customerOf(row) ?? []))];
    const customers = await this.queries.execute(new FindCustomers(customerIds));
    return rows.map((event) => {
      const { subject_id: _subject, key: _key, parent: _parent, time, cost, ...row } = event;
      const customer_id = customerOf(event);
      const { parent_id, child_count } = relations.get(row.id)!;
      return {
        ...row,
        timestamp: new Date(time),
        customer_id,
        customer: customers.get(customer_id ?? '') ?? null,
        child_count,
        parent_id,
        label: labelOf(row),
        metadata: metadataOf(row, cost, customers.get(customer_id ?? '')),
      };
    });
  }

  private async relationsOf(rows: readonly EventRow[]): Promise<readonly Relations[]> {
    const byOrganization = Map.groupBy(rows, ({ organization_id }) => organization_id);
    const read = async (some: readonly EventRow[]) => (await relationsOf(some).execute(readDb<object>(this.em))).rows;
    const each = await eachOnCoordinator(this.em, [...byOrganization.keys()], (one) => read(byOrganization.get(one)!));
    return each?.flat() ?? read(rows);
  }
}

const subjectsOf = (rows: readonly EventRow[]): RawBuilder<SubjectRow> => sql<SubjectRow>`
  select id, customer_id from metering.subjects where id = any(${[...new Set(rows.map((row) => row.subject_id))]}::uuid[])`;

/** A parent is referenced by its id or its external id. */
const relationsOf = (rows: readonly EventRow[]): RawBuilder<Relations> => sql<Relations>`
  select e.id,
    coalesce(
      (select p.id from metering.events p where p.organization_id = e.organization_id and ${hasId('p', sql`e.parent_id`)}),
      (select p.id from metering.event_external_ids k join metering.events p on p.organization_id = k.organization_id and ${hasId('p', sql`k.event_id`)}
        where k.organization_id = e.organization_id and k.key = e.parent_key)) as parent_id,
    (select count(distinct l.child_id)::int from metering.event_links l
      where l.organization_id = e.organization_id and l.parent_key in (e.id, e.key)) as child_count
  from unnest(
    ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ organization_id }) => organization_id)}::uuid[],
    ${rows.map(({ key }) => key)}::uuid[],
    ${rows.map(({ parent }) => (parent === null ? null : asUuid(parent)))}::uuid[],
    ${rows.map(({ parent }) => (parent === null ? null : digestUuid(parent)))}::uuid[]
  ) as e (id, organization_id, key, parent_id, parent_key)`;

function metadataOf(
  { source, name, metadata }: Pick<EventRow, 'source' | 'name' | 'metadata'>,
  cost: string | null,
  customer: CustomerView | undefined,
): EventRow['metadata'] {
  if (source === 'user') return cost === null ? metadata : withCost(metadata, cost);
  if (!isAboutCustomer(name)) return withoutNulls(metadata);
  return customer && isWithoutCustomer(metadata) ? withCustomer(metadata, customer) : metadata;
}

/** What is not known is left out: clients of the reference API refuse null. */
const withoutNulls = (metadata: EventRow['metadata']): EventRow['metadata'] =>
  Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));

/** A cost is stored as a JSON number so that it can be summed, and shown as its decimal text. */
const withCost = (metadata: EventRow['metadata'], amount: string): EventRow['metadata'] => ({
  ...metadata,
  _cost: { ...(metadata['_cost'] as object), amount },
});
