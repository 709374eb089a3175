import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { eachOnCoordinator, firstRows, orderByWithId, readDb, type Sorting } from '#engine/persistence';
import type { StoredMeterDefinition } from '../adapters/persistence/sql/aggregation.ts';
import { Constants } from '../adapters/persistence/sql/filter.ts';
import { conditionsOn, type EventFilter, ownOrganization, externalIdCondition } from './event-conditions.ts';
import { namesIn, scopesOf, spanOfNames } from './event-scopes.ts';
import { storedTotal } from './event-totals.ts';
import { type EventAccess, shownTo } from './events-about-sales.ts';
import type { EventView } from './event.view.ts';
import { filteringMeter, invalidParameter } from './filtering-meter.ts';
import { EVENT_COLUMNS, type EventRow, EventLoader } from './event-loader.ts';

export const EVENT_ORDERS = ['timestamp'] as const;
type Order = (typeof EVENT_ORDERS)[number];

export class ListEvents extends Query<Page<EventView>> {
  constructor(
    readonly access: EventAccess,
    readonly filter: EventFilter,
    readonly sorting: Sorting<Order>,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListEvents)
export class ListEventsHandler implements IQueryHandler<ListEvents> {
  constructor(
    private readonly em: EntityManager,
    private readonly loader: EventLoader,
  ) {}

  /**
   * Reads each organization, or each subject, in index order, no further than the end of the page, then merges them. Only the first
   * sort criterion counts: there is one sort key.
   */
  async execute({ access, filter, sorting, paging }: ListEvents): Promise<Page<EventView>> {
    const { organization_id, query } = filter;
    if (query !== undefined && !organization_id) {
      throw invalidParameter('query', 'value_error', 'Value error, query needs organization_id.', query);
    }
    const organizations = access.events.narrow(organization_id);
    const meter = await filteringMeter(this.em, filter, access.events);
    const criterion = sorting.slice(0, 1);
    const offset = offsetOf(paging);
    const wanted = { access, filter, meter, sorting: criterion, offset, limit: paging.limit };
    const fromStart = { ...wanted, offset: 0, limit: offset + paging.limit };
    const parts = await eachOnCoordinator(this.em, organizations, (each) => this.read([each], fromStart));
    const { rows, total } = parts ? merged(parts, wanted) : await this.read(organizations, wanted);
    return toPage(await this.loader.of(rows), total, paging);
  }

  private async read(organizations: readonly string[], wanted: Wanted): Promise<Found> {
    const { access, filter, meter, sorting, offset, limit } = wanted;
    const constants = new Constants();
    const db = readDb<object>(this.em);
    const span = await spanOfNames(db, organizations, namesIn(filter.name, [filter.filter, meter?.filter]));
    if (span === null) return { rows: [], total: 0 };
    const conditions = [
      externalIdCondition(filter, 'scope'),
      ...conditionsOn(filter, organizations, meter, constants),
      ...shownTo(access, 'e', organizations),
      ...span,
    ];
    const scopes = await scopesOf(db, organizations, filter);
    const where = sql`${scopes.contain} and ${sql.join(conditions, sql` and `)}`;
    const order = orderByWithId(sorting, (key) => `e.${key}`, 'e.id');
    // The events of one scope are in order already. Events before the page are read in an index if it has all that they are selected by.
    const isOneScope = scopes.number === 1;
    const bounds = sql`limit ${limit} offset ${offset}`;
    const page = sql<EventRow>`
      with ${constants.relation}, page as materialized (
        select e.* from ${scopes.relation} cross join constants cross join lateral (
          select e.organization_id, e.timestamp, e.id from metering.events e where ${where}
          order by ${order} ${isOneScope ? bounds : sql`limit ${offset + limit}`}
        ) as e order by ${order} ${isOneScope ? sql`` : bounds}
      )
      select ${EVENT_COLUMNS} from page join metering.events e on e.organization_id = ${ownOrganization('page', organizations)}
        and e.timestamp = page.timestamp and e.id = page.id order by ${order}`;
    const total =
      (await storedTotal(db, access, organizations, filter)) ??
      sql<{ total: string }>`with ${constants.relation}
        select count(*)::text as total from ${scopes.relation} cross join constants join metering.events e on ${where}`;
    const [{ rows }, totals] = await Promise.all([page.execute(db), total.execute(db)]);
    return { rows, total: Number(totals.rows[0]!.total) };
  }
}

interface Wanted {
  readonly access: EventAccess;
  readonly filter: EventFilter;
  readonly meter: StoredMeterDefinition | undefined;
  /** At most one criterion. */
  readonly sorting: Sorting<Order>;
  readonly offset: number;
  readonly limit: number;
}

interface Found {
  readonly rows: readonly EventRow[];
  readonly total: number;
}

/** The page of several organizations, from the first events of each. */
function merged(parts: readonly Found[], { sorting, offset, limit }: Wanted): Found {
  const pages = parts.map(({ rows }) => rows);
  const isDescending = sorting[0]?.startsWith('-') ?? false;
  const rows = firstRows(pages, { limit: offset + limit, isDescending, at: ({ time }) => time }).slice(offset);
  return { rows, total: parts.reduce((sum, each) => sum + each.total, 0) };
}
