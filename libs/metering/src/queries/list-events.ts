import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { offsetOf, type Page, type Paging, toPage, RequestInvalid } from '#platform/http';
import { eachOnCoordinator, firstRows, orderByWithId, readDb, type Sorting } from '#engine/persistence';
import type { StoredMeterDefinition } from '../adapters/persistence/sql/aggregation.ts';
import { Constants } from '../adapters/persistence/sql/filter.ts';
import {
  conditionsOn,
  type EventFilter,
  ownOrganization,
  type SelectedSubject,
  subjectsFor,
  externalIdCondition,
} from './event-conditions.ts';
import { storedTotal } from './event-totals.ts';
import { type EventAccess, shownTo } from './events-about-sales.ts';
import type { EventView } from './event.view.ts';
import { requiredName } from '../adapters/persistence/sql/required-name.ts';
import { metersById } from './meter-rows.ts';
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
    const meter = await this.meterOf(filter, access.events);
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
    const span = await spanOfNames(db, organizations, namesOf(wanted));
    if (span === null) return { rows: [], total: 0 };
    const conditions = [
      externalIdCondition(filter, 'scope'),
      ...conditionsOn(filter, organizations, meter, constants),
      ...shownTo(access, 'e', organizations),
      ...(span ? [sql`e.timestamp >= ${span.first}::timestamptz and e.timestamp <= ${span.last}::timestamptz`] : []),
    ];
    const subjects = (await subjectsFor(organizations, filter)?.execute(db))?.rows;
    const scopes = subjects ? rowsOf(subjects) : sql`unnest(${organizations}::uuid[]) as scope (organization_id)`;
    const isInScope = sql`e.organization_id = ${ownOrganization('scope', organizations)} and ${subjects ? sql`e.subject_id = scope.id` : sql`true`}`;
    const where = sql`${isInScope} and ${sql.join(conditions, sql` and `)}`;
    const order = orderByWithId(sorting, (key) => `e.${key}`, 'e.id');
    // The events of one scope are in order already. Events before the page are read in an index if it has all that they are selected by.
    const isOneScope = (subjects ?? organizations).length === 1;
    const bounds = sql`limit ${limit} offset ${offset}`;
    const page = sql<EventRow>`
      with ${constants.relation}, page as materialized (
        select e.* from ${scopes} cross join constants cross join lateral (
          select e.organization_id, e.timestamp, e.id from metering.events e where ${where}
          order by ${order} ${isOneScope ? bounds : sql`limit ${offset + limit}`}
        ) as e order by ${order} ${isOneScope ? sql`` : bounds}
      )
      select ${EVENT_COLUMNS} from page join metering.events e on e.organization_id = ${ownOrganization('page', organizations)}
        and e.timestamp = page.timestamp and e.id = page.id order by ${order}`;
    const total =
      (await storedTotal(db, access, organizations, filter)) ??
      sql<{ total: string }>`with ${constants.relation}
        select count(*)::text as total from ${scopes} cross join constants join metering.events e on ${where}`;
    const [{ rows }, totals] = await Promise.all([page.execute(db), total.execute(db)]);
    return { rows, total: Number(totals.rows[0]!.total) };
  }

  private async meterOf(
    { meter_id: id }: EventFilter,
    access: EventAccess['events'],
  ): Promise<StoredMeterDefinition | undefined> {
    if (!id) return undefined;
    const meter = (await metersById(this.em, [id])).get(id);
    if (!meter || !access.visible.includes(meter.organization_id))
      throw invalidParameter('meter_id', 'meter_id', 'Meter not found.', id);
    return meter;
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

/** The planner knows how many events a single subject has. */
const rowsOf = (subjects: readonly SelectedSubject[]): RawBuilder<unknown> => {
  const [first, ...others] = subjects;
  if (first && others.length === 0)
    return sql`(select ${first.id}::uuid as id, ${first.organization_id}::uuid as organization_id, ${first.has_external_id ?? null}::boolean as has_external_id) as scope`;
  return sql`unnest(
    ${subjects.map(({ id }) => id)}::uuid[], ${subjects.map((each) => each.organization_id)}::uuid[],
    ${subjects.map((each) => each.has_external_id ?? null)}::boolean[]) as scope (id, organization_id, has_external_id)`;
};

/** The page of several organizations, from the first events of each. */
function merged(parts: readonly Found[], { sorting, offset, limit }: Wanted): Found {
  const pages = parts.map(({ rows }) => rows);
  const isDescending = sorting[0]?.startsWith('-') ?? false;
  const rows = firstRows(pages, { limit: offset + limit, isDescending, at: ({ time }) => time }).slice(offset);
  return { rows, total: parts.reduce((sum, each) => sum + each.total, 0) };
}

const invalidParameter = (parameter: string, type: string, msg: string, input: unknown): RequestInvalid =>
  new RequestInvalid([{ loc: ['query', parameter], type, msg, input }]);

/** The names that the events of a list can have; undefined if no filter says so. */
function namesOf({ filter: { name, filter }, meter }: Wanted): readonly string[] | undefined {
  const required = [filter, meter?.filter].flatMap((each) => (each && requiredName(each)) ?? []);
  if (required.length === 0) return name;
  return (name ?? required).filter((each) => required.every((other) => other === each));
}

/** The times between which there are events with one of the names; null if there are none. */
async function spanOfNames(
  db: Kysely<object>,
  organizations: readonly string[],
  names: readonly string[] | undefined,
): Promise<Span | null | undefined> {
  if (!names) return undefined;
  const { rows } = await sql<Span>`
    select min(first_seen)::text as first, max(last_seen)::text as last from metering.event_names
    where organization_id = any(${organizations}::uuid[]) and name = any(${names}::text[]) having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

interface Span {
  readonly first: string;
  readonly last: string;
}
