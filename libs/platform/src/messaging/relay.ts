import pg from 'pg';
import { quotaIdOf } from '#engine/persistence';
import type { EventRouter } from './event-router.ts';
import type { DeliveryQueue, EventWithSubscribers } from './deliveries.ts';
import { FIRST_DELIVERY_LANES, type FirstDeliveryLane, type Capacity } from './lanes.ts';
import { OUTBOX_COLUMNS, type OutboxRow } from '#engine/outbox';
import { published } from './published-event.ts';
import { type ProcessedEvents, type Recording, recordingWithin } from './processed-events.ts';
import type { PromptDeliveries } from './prompt-deliveries.ts';

/** The most events of a lane in one transaction. */
const BATCH = 500;

/** Lower than the id of any organization. */
const FIRST = '00000000-0000-0000-0000-000000000000';

const NEXT_ORGANIZATION = (after: string): string => `(
    select o.organization_id from platform.outbox o
    where o.sent_at is null and o.is_bulk = lane.is_bulk and o.organization_id > ${after} order by o.organization_id limit 1)`;

/**
 * The next unsent rows `o` of both lanes: $1 and $2 limit the interactive and the bulk rows. Every organization with unsent rows gets an
 * equal share of the lane; those that are counted together share one. If there are more organizations than rows, the next ones after $3
 * and $4 have their turn.
 *
 * Both the organizations and their rows are found by index, however many are waiting. Unsent rows are taken instead of ids above
 * the last one seen, because a smaller id may be committed later.
 */
const NEXT = (columns: string): string => `select ${columns}
  from (values (false, $1::int, $3::uuid), (true, $2::int, $4::uuid)) as lane (is_bulk, size, served)
  cross join lateral (
    with recursive waiting (organization_id, nth) as (
      select ${NEXT_ORGANIZATION('lane.served')}, 1 where lane.size > 0
      union all
      select ${NEXT_ORGANIZATION('waiting.organization_id')}, nth + 1
      from waiting where organization_id is not null and nth < lane.size
    )
    select nth, organization_id, ceil(lane.size / (round(sum(1.0 / number) over ()) * number))::int as share from (
      select nth, organization_id, count(*) over (partition by ${quotaIdOf('waiting.organization_id')}) as number
      from waiting where organization_id is not null
    ) as counted
  ) as turn
  cross join lateral (
    select * from platform.outbox
    where sent_at is null and is_bulk = lane.is_bulk and organization_id = turn.organization_id
    order by id limit turn.share for update skip locked
  ) as o`;

const TAKE = `${NEXT(`${OUTBOX_COLUMNS}, turn.share`)} order by o.is_bulk, turn.nth, o.id`;

/**
 * Takes rows and marks them as sent, and records what was processed meanwhile. There is a row without an id if none was taken. They are joined with their turns by organization: a
 * join by their own ids compares each of up to 500 rows with every other.
 */
const TAKE_AT_ONCE = `with taken as materialized (${NEXT('o.id, o.organization_id, turn.nth, turn.share')}),
  sent as (
    update platform.outbox set sent_at = now() where id = any(array(select id from taken))
    returning *, array(select subscriber from platform.processed where event_id = id) as processed
  ), ${recordingWithin(4)}
  select bulk."isWaiting", ${OUTBOX_COLUMNS}, o.share, o.processed, o.done_at is not null as "isDone"
  from (select exists (select from platform.outbox where sent_at is null and is_bulk) as "isWaiting") as bulk
  left join (
    (select distinct organization_id, nth, share from taken) as turn join sent using (organization_id)
  ) as o on true
  order by o.nth, o.id`;

interface TakenRow extends OutboxRow {
  /** The number of rows that its organization could have got. */
  readonly share: number;
}

interface RowTakenAtOnce extends TakenRow {
  readonly processed: readonly string[];
  /** A relay that ended before it could mark the event as sent has queued it. */
  readonly isDone: boolean;
  /** Whether bulk events are waiting. */
  readonly isWaiting: boolean;
}

const MARK_SENT = `update platform.outbox set sent_at = now(), done_at = case when id = any($2::bigint[]) then now() end
  where id = any($1::bigint[])`;

/**
 * Moves events out of the outbox: interactive ones to the worker of the same process while it has capacity, the others to the queue, as many
 * as that has room for. Several relays may run: each skips the rows locked by others. An event is queued and then marked as sent, in the
 * transaction that locks it. If the relay dies in between, the event is queued twice and the second delivery is skipped as already
 * processed.
 */
export class Relay {
  /** The organization that was served last, where more organizations are waiting than could be served. */
  private readonly served: { [L in FirstDeliveryLane]: string } = { interactive: FIRST, bulk: FIRST };

  private isFull = false;
  private moved = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly deliveries: DeliveryQueue,
    private readonly router: EventRouter,
    private readonly prompt: Pick<PromptDeliveries, 'capacity' | 'deliver'>,
    private readonly processed: ProcessedEvents,
  ) {}

  /** True if the last run left a lane without capacity: unsent events of the lane may be waiting for it. */
  get isWaitingForRoom(): boolean {
    return this.isFull;
  }

  /** The number of events that the last run moved. */
  get lastMoved(): number {
    return this.moved;
  }

  /** Moves batches until the outbox has no unsent events, neither worker nor queue has capacity, or `stop` is aborted. */
  async runBatches(stop: AbortSignal): Promise<void> {
    this.moved = 0;
    this.isFull = false;
    if (this.prompt.capacity <= 0) await this.processed.flush();
    if (!(await this.handOver(stop))) return;
    let capacity = await this.deliveries.capacity();
    for (let mayHaveMore = true; mayHaveMore && !stop.aborted && isAnyLeft(capacity);)
      ({ capacity, mayHaveMore } = await this.moveToQueue(capacity));
    this.isFull = FIRST_DELIVERY_LANES.some((lane) => capacity[lane] <= 0);
  }

  /** Gives interactive events to the worker of this process. Returns whether events may be left for the queue. */
  private async handOver(stop: AbortSignal): Promise<boolean> {
    for (let { capacity } = this.prompt; capacity > 0 && !stop.aborted; capacity = this.prompt.capacity) {
      const { rows } = await this.processed.recordBy((recording) => this.takeAtOnce(capacity, recording));
      const taken = rows.filter(({ id }) => id !== null);
      this.prompt.deliver(taken.filter(({ isDone }) => !isDone));
      this.moved += taken.length;
      const before = this.served.interactive;
      this.served.interactive = lastServed(taken, capacity);
      if (before === FIRST && !isShareUsedUp(taken)) return rows[0]!.isWaiting;
    }
    return true;
  }

  private takeAtOnce(capacity: number, recording: Recording): Promise<pg.QueryResult<RowTakenAtOnce>> {
    return this.pool.query<RowTakenAtOnce>({
      name: 'outbox-take-at-once',
      text: TAKE_AT_ONCE,
      values: [capacity, 0, this.served.interactive, FIRST, ...recording],
      types: pg.types,
    } as pg.QueryConfig);
  }

  /** Moves one batch; returns the capacity that it leaves. */
  private async moveToQueue(capacity: Capacity): Promise<{ capacity: Capacity; mayHaveMore: boolean }> {
    const sizes = ofLanes((lane) => Math.min(this.deliveries.eventsOf(capacity[lane]), BATCH));
    const client = await this.pool.connect();
    try {
      const begun = client.query('begin');
      const taking = client.query<TakenRow>({
        name: 'outbox-take',
        text: TAKE,
        values: [sizes.interactive, sizes.bulk, this.served.interactive, this.served.bulk],
        types: pg.types,
      } as pg.QueryConfig);
      const [, { rows }] = await Promise.all([begun, taking]);
      const taken = ofLanes((lane) => rows.filter((row) => row.is_bulk === (lane === 'bulk')));
      let left = capacity;
      if (rows.length > 0) {
        const routed = new Map((await this.router.route(rows.map(published))).map((each) => [each.event.id, each]));
        const events = ofLanes((lane) => inTurn(taken[lane]).map(({ id }) => routed.get(id)!));
        const added = await this.deliveries.enqueue(ofLanes((lane) => events[lane].filter(hasSubscribers)));
        const done = FIRST_DELIVERY_LANES.flatMap((lane) => events[lane].filter((event) => this.isDone(event)));
        const values = [rows.map(({ id }) => id), done.map(({ event }) => event.id)];
        await Promise.all([client.query({ name: 'outbox-mark-sent', text: MARK_SENT, values }), client.query('commit')]);
        left = ofLanes((lane) => capacity[lane] - added[lane]);
      } else {
        await client.query('commit');
      }
      client.release();
      this.moved += rows.length;
      const before = { ...this.served };
      for (const lane of FIRST_DELIVERY_LANES) this.served[lane] = lastServed(taken[lane], sizes[lane]);
      const mayHaveMore = FIRST_DELIVERY_LANES.some((lane) => before[lane] !== FIRST || isShareUsedUp(taken[lane]));
      return { capacity: left, mayHaveMore };
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** An event that this version does not know stays open: `Redelivery` of one that does queues it. */
  private isDone(routed: EventWithSubscribers): boolean {
    return !hasSubscribers(routed) && this.router.knows(routed.event);
  }
}

const ofLanes = <T>(value: (lane: FirstDeliveryLane) => T): { [L in FirstDeliveryLane]: T } => ({
  interactive: value('interactive'),
  bulk: value('bulk'),
});

const isAnyLeft = (capacity: Capacity): boolean => FIRST_DELIVERY_LANES.some((lane) => capacity[lane] > 0);

const hasSubscribers = ({ subscribers }: EventWithSubscribers): boolean => subscribers.length > 0;

/** The first row of every organization, then the second one, and so on. */
function inTurn(rows: readonly TakenRow[]): TakenRow[] {
  const own = [...Map.groupBy(rows, (row) => row.organization_id).values()];
  const rounds = Math.max(0, ...own.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => own.flatMap((each) => each[round] ?? [])).flat();
}

/** Every organization was served, unless there were as many as rows. */
const lastServed = (rows: readonly TakenRow[], size: number): string =>
  rows.length > 0 && new Set(rows.map((row) => row.organization_id)).size >= size ? rows.at(-1)!.organization_id : FIRST;

/** True if an organization got as many rows as it could, so that it may have more. */
const isShareUsedUp = (rows: readonly TakenRow[]): boolean =>
  [...Map.groupBy(rows, (row) => row.organization_id).values()].some((own) => own.length >= own[0]!.share);
