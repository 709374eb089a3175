import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderTerms, readDb, type Sorting } from '#engine/persistence';
import { occurrencesFor } from './event-occurrences.ts';
import type { EventAccess } from './events-about-sales.ts';
import type { EventTypeWithStatsView } from './event-type.view.ts';

export const EVENT_TYPE_ORDERS = ['name', 'label', 'occurrences', 'first_seen', 'last_seen'] as const;
type Order = (typeof EVENT_TYPE_ORDERS)[number];

interface EventTypeFilter {
  readonly organization_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  /** A part of the name or of the label; case-insensitive. */
  readonly query?: string;
  readonly root_events?: boolean;
  readonly parent_id?: string;
  readonly source?: 'system' | 'user';
}

export class ListEventTypes extends Query<Page<EventTypeWithStatsView>> {
  constructor(
    readonly access: EventAccess,
    readonly filter: EventTypeFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

type Row = Omit<EventTypeWithStatsView, 'first_seen' | 'last_seen'> & { readonly first_seen: string; readonly last_seen: string };

/** The same as `labelOf` of system events. */
const SYSTEM_LABEL = sql`initcap(translate(n.name, '._', '  '))`;

@QueryHandler(ListEventTypes)
export class ListEventTypesHandler implements IQueryHandler<ListEventTypes> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, sorting, paging }: ListEventTypes): Promise<Page<EventTypeWithStatsView>> {
    const { organization_id, source, query } = filter;
    const organizations = access.events.narrow(organization_id);
    const db = readDb<object>(this.em);
    const types = sql`
      select t.id, t.created_at, t.modified_at, n.name,
        case when n.source = 'system' then ${SYSTEM_LABEL} else coalesce(t.label, n.name) end as label, t.label_property_selector,
        n.organization_id, n.source, n.occurrences, n.first_seen, n.last_seen
      from (
        select organization_id, name, source, sum(occurrences) as occurrences, extract(epoch from min(first_seen)) as first_seen,
          extract(epoch from max(last_seen)) as last_seen
        from (${await occurrencesFor(db, access, organizations, filter)}) as counts
        where ${source ? sql`source = ${source}` : sql`true`} group by 1, 2, 3
      ) as n left join metering.event_types t on t.organization_id = n.organization_id and t.name = n.name and n.source = 'user'`;
    const matching = sql`select * from (${types}) as types where ${
      query ? sql`strpos(lower(name), lower(${query})) > 0 or strpos(lower(label), lower(${query})) > 0` : sql`true`
    }`;
    const order = orderTerms<Order | 'source' | 'organization_id'>([...sorting, 'name', 'source', 'organization_id']);
    const [{ rows }, totals] = await Promise.all([
      sql<Row>`${matching} order by ${sql.join(order)} limit ${paging.limit} offset ${offsetOf(paging)}`.execute(db),
      sql<{ total: string }>`select count(*)::text as total from (${matching}) as matching`.execute(db),
    ]);
    return toPage(rows.map(toView), Number(totals.rows[0]!.total), paging);
  }
}

const toView = ({ occurrences, first_seen, last_seen, ...row }: Row): EventTypeWithStatsView => ({
  ...row,
  occurrences: Number(occurrences),
  first_seen: new Date(Number(first_seen) * 1000),
  last_seen: new Date(Number(last_seen) * 1000),
});
