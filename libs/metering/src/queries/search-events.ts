import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { readDb } from '#engine/persistence';
import { Constants } from '../adapters/persistence/sql/filter.ts';
import { conditionsOn, type EventFilter, externalIdCondition, timeConditions } from './event-conditions.ts';
import { eventCursorOf, type EventPosition } from './event-cursor.ts';
import { EVENT_COLUMNS, EventLoader, type EventRow } from './event-loader.ts';
import { type EventScopes, namesIn, scopesOf, spanOfNames } from './event-scopes.ts';
import { type EventAccess, shownTo } from './events-about-sales.ts';
import { filteringMeter, invalidParameter } from './filtering-meter.ts';
import type { FoundEventsView } from './found-events.view.ts';

/** How many events one statement reads, and a request at most. A text is looked for in all metadata of an event, which takes twice as long. */
const STEP_SIZE = 1_000;
const MOST_SEARCHED = 10 * STEP_SIZE;
const MOST_SEARCHED_FOR_TEXT = 5 * STEP_SIZE;

/** The latest events of an organization that match, as far as one request reads. */
export class SearchEvents extends Query<FoundEventsView> {
  constructor(
    readonly access: EventAccess,
    readonly filter: EventFilter,
    readonly page: { readonly after: EventPosition | null; readonly limit: number },
  ) {
    super();
  }
}

@QueryHandler(SearchEvents)
export class SearchEventsHandler implements IQueryHandler<SearchEvents> {
  constructor(
    private readonly em: EntityManager,
    private readonly loader: EventLoader,
  ) {}

  /** One event more than the page has shows that it is not the last one. */
  async execute({ access, filter, page }: SearchEvents): Promise<FoundEventsView> {
    const [organization, ...others] = access.events.narrow(filter.organization_id);
    if (others.length > 0) throw invalidParameter('organization_id', 'missing', 'Choose one organization.', undefined);
    const search = organization && (await this.searchFor(access, filter, organization));
    if (!search) return { items: [], next_cursor: null, is_complete: true };
    const found: EventRow[] = [];
    let { after } = page;
    let isSearched = false;
    const most = filter.query ? MOST_SEARCHED_FOR_TEXT : MOST_SEARCHED;
    for (let read = 0; read < most && found.length <= page.limit && !isSearched; read += STEP_SIZE) {
      const step = await search(after, page.limit + 1 - found.length);
      found.push(...step.rows);
      after = step.last;
      isSearched = step.isLast;
    }
    const shown = found.slice(0, page.limit);
    const isFull = found.length > page.limit;
    const next = isFull ? positionOf(shown.at(-1)!) : after;
    return {
      items: await this.loader.of(shown),
      next_cursor: (isFull || !isSearched) && next ? eventCursorOf(next) : null,
      is_complete: isSearched || shown.length === page.limit,
    };
  }

  /** Undefined if no event can match. */
  private async searchFor(access: EventAccess, filter: EventFilter, organization: string): Promise<Search | undefined> {
    const meter = await filteringMeter(this.em, filter, access.events);
    const db = readDb<object>(this.em);
    const organizations = [organization];
    const span = await spanOfNames(db, organizations, namesIn(filter.name, [filter.filter, meter?.filter]));
    if (span === null) return undefined;
    const scopes = await scopesOf(db, organizations, filter);
    const constants = new Constants();
    const { start_timestamp: _start, end_timestamp: _end, ...others } = filter;
    const matches = sql.join(
      [
        externalIdCondition(filter, 'e'),
        ...conditionsOn(others, organizations, meter, constants),
        ...shownTo(access, 'e', organizations),
      ],
      sql` and `,
    );
    const inTime = [...timeConditions(filter), ...span];
    return async (after, limit) => {
      const range = [...inTime, ...(after ? [isAfter(after)] : [])];
      const { rows } = await stepOf(scopes, { range, matches, constants, limit }).execute(db);
      const [{ number, last_time: at, last_id: id }] = rows as [StepRow];
      return {
        rows: rows.flatMap(eventIn),
        last: id === null ? after : { at, id },
        isLast: number < STEP_SIZE,
      };
    };
  }
}

/** Reads the next events after a position, and returns at most so many of them that match. */
type Search = (after: EventPosition | null, limit: number) => Promise<Step>;

interface Step {
  readonly rows: readonly EventRow[];
  /** The position of the last event that was read. */
  readonly last: EventPosition | null;
  /** Whether there are no more events. */
  readonly isLast: boolean;
}

interface StepPosition {
  readonly number: number;
  readonly last_time: number;
  readonly last_id: string | null;
}

/** A row for each event that matches, or one without an event. */
type StepRow = StepPosition & (EventRow | { readonly id: null });

const eventIn = ({ number: _number, last_time: _time, last_id: _id, ...row }: StepRow): readonly EventRow[] =>
  row.id === null ? [] : [row];

const positionOf = ({ time, id }: EventRow): EventPosition => ({ at: time, id });

const isAfter = ({ at, id }: EventPosition): RawBuilder<unknown> =>
  sql`(e.timestamp, e.id) < ('epoch'::timestamptz + ${at}::float8 * interval '1 millisecond', ${id}::uuid)`;

interface StepConditions {
  /** The conditions that an index has. */
  readonly range: readonly RawBuilder<unknown>[];
  readonly matches: RawBuilder<unknown>;
  readonly constants: Constants;
  readonly limit: number;
}

const LATEST_FIRST = sql`order by e.timestamp desc, e.id desc`;

const stepOf = (scopes: EventScopes, { range, matches, constants, limit }: StepConditions): RawBuilder<StepRow> => sql`
  with ${constants.relation}, searched as materialized (
    select e.* from ${scopes.relation} cross join lateral (
      select e.*, scope.has_external_id from metering.events e where ${sql.join([scopes.contain, ...range], sql` and `)}
      ${LATEST_FIRST} limit ${STEP_SIZE}
    ) as e ${LATEST_FIRST} limit ${STEP_SIZE}
  ), matching as (select e.* from searched as e cross join constants where ${matches} ${LATEST_FIRST} limit ${limit})
  select counted.number, last.last_time, last.last_id, ${EVENT_COLUMNS}
  from (select count(*)::int as number from searched) as counted
  left join (
    select (extract(epoch from timestamp) * 1000)::float8 as last_time, id as last_id from searched order by timestamp, id limit 1
  ) as last on true left join matching as e on true ${LATEST_FIRST}`;
