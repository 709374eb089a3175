import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { orderTerms, readDb, type Sorting } from '#engine/persistence';
import { occurrencesFor } from './event-occurrences.ts';
import type { EventAccess } from './events-about-sales.ts';
import { type EventNameView, labelOf } from './event.view.ts';

export const EVENT_NAME_ORDERS = ['name', 'occurrences', 'first_seen', 'last_seen'] as const;
type Order = (typeof EVENT_NAME_ORDERS)[number];

interface EventNameFilter {
  readonly organization_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  readonly source?: readonly ('system' | 'user')[];
  /** A part of the name; case-insensitive. */
  readonly query?: string;
}

export class ListEventNames extends Query<Page<EventNameView>> {
  constructor(
    readonly access: EventAccess,
    readonly filter: EventNameFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

type Row = Omit<EventNameView, 'label'> & { readonly total: string };

@QueryHandler(ListEventNames)
export class ListEventNamesHandler implements IQueryHandler<ListEventNames> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, sorting, paging }: ListEventNames): Promise<Page<EventNameView>> {
    const { organization_id, source, query } = filter;
    const organizations = access.events.narrow(organization_id);
    const order = orderTerms<Order | 'source'>([...sorting, 'name', 'source']);
    const db = readDb<object>(this.em);
    const names = sql`
      select name, source, sum(occurrences) as occurrences, extract(epoch from min(first_seen)) as first_seen, extract(epoch from max(last_seen)) as last_seen
      from (${await occurrencesFor(db, access, organizations, filter)}) as counts
      where ${source ? sql`source = any(${source}::text[])` : sql`true`}
        and ${query ? sql`strpos(lower(name), lower(${query})) > 0` : sql`true`} group by name, source`;
    const [{ rows }, totals] = await Promise.all([
      sql<Row>`select * from (${names}) as names order by ${sql.join(order)} limit ${paging.limit} offset ${offsetOf(paging)}`.execute(
        db,
      ),
      sql<{ total: string }>`select count(*)::text as total from (${names}) as names`.execute(db),
    ]);
    return toPage(rows.map(toView), Number(totals.rows[0]!.total), paging);
  }
}

const toView = ({ name, source, occurrences, first_seen, last_seen }: Row): EventNameView => ({
  name,
  label: labelOf(name, source),
  source,
  occurrences: Number(occurrences),
  first_seen: new Date(Number(first_seen) * 1000),
  last_seen: new Date(Number(last_seen) * 1000),
});
