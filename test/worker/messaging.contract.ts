import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DomainEvent } from '#kernel';
import type { PublishedEvent } from '#platform/messaging';
import { EventRouter, type Backend, DeliveryQueue, Messaging, type Subscriber } from '#platform/messaging/composition';
import { asAlreadyProcessed, caused, claimProcessingEvent, insertEvents } from '#engine/outbox';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';

class Recorder implements Subscriber {
  readonly handled: string[] = [];
  /** The number of deliveries to fail from now on. */
  failures = 0;

  constructor(
    readonly id: string,
    readonly isBulkWork = false,
  ) {}

  async handle(event: PublishedEvent): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('not now');
    }
    this.handled.push(event.id);
  }
}

class Selective extends Recorder {
  accepts(): boolean {
    return false;
  }
}

/** Stores the id of each event in `thing_stored`, together with the record that it is processed. */
class Storing implements Subscriber {
  readonly id = 'storing';

  constructor(
    private readonly pool: pg.Pool,
    private readonly before: () => Promise<void> = () => Promise.resolve(),
  ) {}

  async handle(): Promise<void> {
    const cause = claimProcessingEvent()!;
    await this.before();
    const statement = `with recorded as (insert into platform.processed (event_id, subscriber) values ($1, $2))
      insert into thing_stored (event_id) values ($1)`;
    try {
      await this.pool.query(statement, [cause.eventId, cause.subscriber]);
    } catch (error) {
      throw asAlreadyProcessed(error, cause);
    }
  }
}

/** Records the organization of each delivery. Deliveries wait until the gate is open. */
class Gated implements Subscriber {
  readonly handled: string[] = [];
  /** Deliveries that have begun. */
  begun = 0;
  private readonly gate = Promise.withResolvers<void>();

  constructor(
    readonly id = 'gated',
    readonly isBulkWork = false,
  ) {}

  open(): void {
    this.gate.resolve();
  }

  async handle({ organizationId, isBulk }: PublishedEvent): Promise<void> {
    this.begun += 1;
    await this.gate.promise;
    this.handled.push(`${organizationId}${isBulk ? ' bulk' : ''}`);
  }

  /** The number of deliveries before the first one of this organization. */
  async handledBefore(organizationId: string): Promise<number> {
    await eventually(() => this.handled.includes(organizationId));
    return this.handled.indexOf(organizationId);
  }
}

class ThingFollowed extends DomainEvent<'thing.followed', Record<string, never>> {
  readonly name = 'thing.followed';

  constructor({ organizationId, aggregateId, occurredAt }: PublishedEvent) {
    super(organizationId, aggregateId, occurredAt, {});
  }
}

/** Publishes one event for each event that it gets. */
class Follower implements Subscriber {
  readonly id = 'follower';

  constructor(
    private readonly pool: pg.Pool,
    readonly isBulkWork: boolean,
  ) {}

  async handle(event: PublishedEvent): Promise<void> {
    const [statement] = insertEvents([caused([new ThingFollowed(event)])]);
    await this.pool.query(statement!);
  }
}

/** Waits until the server has ended the closed connections: until then, the database cannot be dropped. */
async function connectionsEnded(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await eventually(async () => {
    const others = 'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    return (await client.query(others)).rowCount === 0;
  });
  await client.end();
}

/** The state of the jobs that the queue loses. */
export type LostJobs = 'waiting' | 'active' | 'delayed' | 'failed';

/** The behaviour of messaging on every backend. `deleteJobs` returns how many it deleted: without a state, all. */
export function messagingContract(
  makeBackend: (databaseUrl: string) => Promise<Backend>,
  deleteJobs: (databaseUrl: string, state?: LostJobs) => Promise<number>,
): void {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let pool: pg.Pool;
  const running: Messaging[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    await pool.query('create table thing_stored (event_id bigint not null)');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((messaging) => messaging[Symbol.asyncDispose]()));
    await deleteJobs(database.url);
    await pool.query('truncate platform.outbox, platform.processed, thing_stored');
  });
  afterAll(async () => {
    await pool.end();
    await connectionsEnded(database.url);
    await database.drop();
  });

  const start = async (
    subscribers: readonly Subscriber[],
    retries: object = { attempts: 8, retryMs: 20 },
    byEvent: Readonly<Record<string, readonly Subscriber[]>> = { 'thing.happened': subscribers },
  ) => {
    const messaging = await Messaging.start({
      databaseUrl: database.url,
      pool,
      backend: await makeBackend(database.url),
      router: new EventRouter(new Map(Object.entries(byEvent))),
      failed: () => undefined,
      pollMs: 100,
      retentionDays: 7,
      sweepMs: 200,
      purgeMs: 100,
      ...retries,
    });
    running.push(messaging);
  };

  const publish = async (
    count: number,
    name = 'thing.happened',
    { of: organizationId = randomUUID() as string, isBulk = false } = {},
  ): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into platform.outbox (name, payload, organization_id, aggregate_id, occurred_at, is_bulk)
       select $1, '{}', $2, gen_random_uuid(), now(), $4 from generate_series(1, $3) returning id::text`,
      [name, organizationId, count, isBulk],
    );
    return rows.map(({ id }) => id);
  };

  const allDone = () =>
    eventually(async () => {
      const { rows } = await pool.query<{ open: number }>(
        'select count(*)::int as open from platform.outbox where done_at is null',
      );
      return rows[0]!.open === 0;
    });

  const sorted = (ids: readonly string[]): string[] => [...ids].sort((a, b) => Number(a) - Number(b));

  test('every subscriber handles every event once, then the event is done', async () => {
    const [one, two] = [new Recorder('one'), new Recorder('two')];
    await start([one, two]);
    const ids = await publish(20);
    await allDone();
    expect(sorted(one.handled)).toEqual(ids);
    expect(sorted(two.handled)).toEqual(ids);
  });

  test('an event without subscribers is done at once', async () => {
    await start([], {}, { 'thing.ignored': [] });
    await publish(3, 'thing.ignored');
    await allDone();
  });

  test('an event of a newer version waits for a worker that knows it', async () => {
    const [known, unknown] = [new Recorder('known'), new Recorder('unknown')];
    await start([known]);
    const [newer] = await publish(1, 'thing.invented');
    const isSent = async () =>
      (await pool.query('select from platform.outbox where id = $1 and sent_at is not null', [newer])).rowCount === 1;
    await eventually(isSent);
    const ids = await publish(1);
    await eventually(async () => (await pool.query('select from platform.outbox where done_at is not null')).rowCount === 1);
    await start([], {}, { 'thing.happened': [known], 'thing.invented': [unknown] });
    await allDone();
    expect([known.handled, unknown.handled]).toEqual([ids, [newer]]);
  });

  test('an event that a subscriber does not accept is not delivered to it, and is done', async () => {
    const [eager, selective] = [new Recorder('eager'), new Selective('selective')];
    await start([eager, selective]);
    const ids = await publish(3);
    await allDone();
    expect(sorted(eager.handled)).toEqual(ids);
    expect(selective.handled).toEqual([]);
  });

  const stored = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>('select event_id::text as id from thing_stored order by event_id');
    return rows.map(({ id }) => id);
  };

  test('two workers at the same time neither lose an event nor store its effect twice', async () => {
    const before = await publish(600);
    await start([new Storing(pool)]);
    await start([new Storing(pool)]);
    const after = await publish(600);
    await allDone();
    expect(await stored()).toEqual([...before, ...after]);
  });

  test('the effect of an event that two workers process at the same moment is stored once', async () => {
    let deliveries = 0;
    const bothProcess = async (): Promise<void> => {
      deliveries += 1;
      await eventually(() => deliveries === 2);
    };
    await start([new Storing(pool, bothProcess)]);
    await start([new Storing(pool, bothProcess)]);
    const ids = await publish(1);
    await allDone();
    expect(await stored()).toEqual(ids);
    expect(deliveries).toBe(2);
  });

  test('what a worker has taken from the outbox and never finishes is delivered by another one', async () => {
    const [stuck, other] = [new Gated('one'), new Recorder('one')];
    await start([stuck]);
    const ids = await publish(5);
    await eventually(() => stuck.begun === 5);
    await start([other]);
    await allDone();
    expect(sorted(other.handled)).toEqual(ids);
    stuck.open();
  });

  test('a failed delivery is retried without repeating the others', async () => {
    const [reliable, failing] = [new Recorder('reliable'), new Recorder('failing')];
    failing.failures = 1;
    await start([reliable, failing]);
    const ids = await publish(1);
    await allDone();
    expect(reliable.handled).toEqual(ids);
    expect(failing.handled).toEqual(ids);
  });

  test('a delivery that keeps failing is listed as failed and can be retried manually', async () => {
    const [reliable, broken] = [new Recorder('reliable'), new Recorder('broken')];
    broken.failures = Infinity;
    await start([reliable, broken], { attempts: 2, retryMs: 20 });
    const ids = await publish(1);
    const backend = await makeBackend(database.url);
    const deliveries = await DeliveryQueue.open(backend);
    try {
      await eventually(async () => (await deliveries.failed()).length === 1);
      expect(await deliveries.failed()).toMatchObject([{ event: 'thing.happened', subscriber: 'broken', reason: 'not now' }]);
      await eventually(() => reliable.handled.length === 1);
      broken.failures = 0;
      expect(await deliveries.retry()).toBe(1);
      await allDone();
      expect(broken.handled).toEqual(ids);
    } finally {
      await deliveries.close();
      await backend.close();
    }
  });

  test('a failed delivery is retried 50 times, with waits that double up to ten minutes', async () => {
    const broken = new Recorder('broken');
    broken.failures = Infinity;
    await start([broken], {});
    const backend = await makeBackend(database.url);
    const queue = await backend.queue('events');
    try {
      await publish(1);
      for (let failures = 1; failures <= 12; failures++) {
        await eventually(async () => (await queue.getDelayed())[0]?.attemptsMade === failures - 1);
        const [job] = await queue.getDelayed();
        const longest = Math.min(1000 * 2 ** Math.max(failures - 2, 0), 600_000);
        expect(job!.delay).toBeGreaterThanOrEqual(0.75 * longest);
        expect(job!.delay).toBeLessThanOrEqual(longest);
        expect(job!.opts.attempts).toBe(49);
        await job!.promote();
      }
    } finally {
      await queue.close();
      await backend.close();
    }
  });

  test('a delivery retried manually after its event was deleted is skipped', async () => {
    const broken = new Recorder('broken');
    broken.failures = Infinity;
    await start([broken], { attempts: 1 });
    const [id] = await publish(1);
    const backend = await makeBackend(database.url);
    const [deliveries, queue] = [await DeliveryQueue.open(backend), await backend.queue('events')];
    try {
      await eventually(async () => (await deliveries.failed()).length === 1);
      await pool.query(`insert into platform.processed values ($1, 'broken')`, [id]);
      await pool.query(`update platform.outbox set done_at = now() - interval '8 days'`);
      await eventually(async () => (await pool.query('select 1 from platform.outbox')).rowCount === 0);
      broken.failures = 0;
      expect(await deliveries.retry()).toBe(1);
      await eventually(async () => Object.values(await queue.getJobCounts()).every((count) => count === 0));
      expect(broken.handled).toEqual([]);
      expect((await pool.query('select 1 from platform.processed')).rowCount).toBe(0);
    } finally {
      await deliveries.close();
      await queue.close();
      await backend.close();
    }
  });

  describe('organizations take turns', () => {
    const [busy, other] = [randomUUID(), randomUUID()];
    /** What a lane of the queue may have waiting: ten jobs of 50 events. */
    const LANE = 500;
    /** What a worker has of jobs under way: ten of 50 events. As many may begin while a job with the event does. */
    const UNDER_WAY = 500;
    /** What it has under way without a job. */
    const PROMPT = 500;

    /** More than both lanes may have waiting. */
    const publishMuch = async (): Promise<void> => {
      await publish(1_500, 'thing.happened', { of: busy, isBulk: true });
      await publish(2_500, 'thing.happened', { of: busy });
    };

    test('an event is not delayed by the many events of another organization that were published before', async () => {
      const gated = new Gated();
      gated.open();
      await publishMuch();
      await publish(1, 'thing.happened', { of: other });
      await start([gated]);
      expect(await gated.handledBefore(other)).toBeLessThanOrEqual((PROMPT + UNDER_WAY) * 2);
    });

    test('nor by those that are in the queue already', async () => {
      const gated = new Gated();
      await publishMuch();
      await start([gated]);
      await eventually(() => gated.begun === PROMPT + UNDER_WAY);
      await publish(1, 'thing.happened', { of: other });
      gated.open();
      expect(await gated.handledBefore(other)).toBeLessThanOrEqual(LANE * 2 + (PROMPT + UNDER_WAY) * 2);
    });

    test('an event comes before the bulk events of its organization that are in the queue already', async () => {
      const gated = new Gated();
      await publish(1_500, 'thing.happened', { of: busy, isBulk: true });
      await start([gated]);
      await eventually(() => gated.begun === UNDER_WAY);
      const [id] = await publish(1, 'thing.happened', { of: busy });
      const isSent = async () =>
        (await pool.query('select 1 from platform.outbox where id = $1 and sent_at is not null', [id])).rowCount === 1;
      await eventually(isSent);
      gated.open();
      expect(await gated.handledBefore(busy)).toBeLessThanOrEqual(UNDER_WAY * 2);
    });

    test('bulk work of subscribers leaves places for other deliveries, and goes on as soon as a place is free', async () => {
      const [slow, quick] = [new Gated('slow', true), new Gated('quick')];
      const [also, after] = [new Recorder('also', true), new Recorder('after')];
      quick.open();
      await start([slow], { sweepMs: 3_600_000 }, { 'thing.changed': [slow, also, after], 'thing.happened': [quick] });
      const ids = await publish(500, 'thing.changed', { of: busy });
      await eventually(() => slow.begun === 2);
      await publish(100, 'thing.happened', { of: busy });
      await publish(1, 'thing.happened', { of: other });
      await quick.handledBefore(other);
      expect(slow.begun).toBe(2);
      slow.open();
      await allDone();
      expect(slow.handled).toHaveLength(500);
      expect([also, after].map(({ handled }) => sorted(handled))).toEqual([ids, ids]);
    });

    test('bulk work that fails is retried, whether it has waited or not', async () => {
      const failing = new Recorder('failing', true);
      failing.failures = 4;
      await start([failing, new Recorder('other')]);
      const ids = await publish(6, 'thing.happened', { of: busy });
      await allDone();
      expect(sorted(failing.handled)).toEqual(ids);
    });

    test('every event is delivered once', async () => {
      const gated = new Gated();
      gated.open();
      const organizations = Array.from({ length: 600 }, () => randomUUID());
      for (const of of organizations) await publish(1, 'thing.happened', { of });
      await publish(1_500, 'thing.happened', { of: busy });
      await publish(1_500, 'thing.happened', { of: busy, isBulk: true });
      await start([gated]);
      await allDone();
      const times = Map.groupBy(gated.handled, (each) => each);
      expect(times.get(busy)).toHaveLength(1_500);
      expect(times.get(`${busy} bulk`)).toHaveLength(1_500);
      expect(organizations.map((each) => times.get(each)?.length)).toEqual(organizations.map(() => 1));
    });
  });

  test.each([
    ['an event is no bulk event', false, false, false],
    ['a bulk event is a bulk event', true, false, true],
    ['bulk work of a subscriber is a bulk event', false, true, true],
  ])('what follows from %s', async (_what, isBulk, isBulkWork, expected) => {
    await start([], {}, { 'thing.happened': [new Follower(pool, isBulkWork)], 'thing.followed': [] });
    await publish(1, 'thing.happened', { isBulk });
    await allDone();
    const { rows } = await pool.query(`select is_bulk from platform.outbox where name = 'thing.followed'`);
    expect(rows).toEqual([{ is_bulk: expected }]);
  });

  test.each(['interactive', 'bulk'] as const)('the oldest %s batch is the one that was queued first', async (lane) => {
    const backend = await makeBackend(database.url);
    const deliveries = await DeliveryQueue.open(backend);
    const enqueueOne = async () => {
      const events = [{ event: { id: '1' } as PublishedEvent, subscribers: ['one'] }];
      await deliveries.enqueue({ interactive: [], bulk: [], [lane]: events });
      const queuedAt = Date.now();
      await eventually(() => Date.now() > queuedAt);
      return deliveries.oldest();
    };
    try {
      const first = await enqueueOne();
      expect(first).toBeDefined();
      expect(await enqueueOne()).toEqual(first);
    } finally {
      await deliveries.close();
      await backend.close();
    }
  });

  describe('no event is lost if the queue loses', () => {
    const allSent = () =>
      eventually(async () => (await pool.query('select from platform.outbox where sent_at is null')).rowCount === 0);

    /** Publishes events whose deliveries wait for the gate, and further ones. The result opens the gate. Bulk events have jobs from the beginning. */
    const withGate = async (count: number, further = 0): Promise<() => void> => {
      const gated = new Gated();
      await start([gated]);
      await publish(count, 'thing.happened', { isBulk: true });
      await eventually(() => gated.begun === count);
      if (further > 0) await publish(further, 'thing.happened', { isBulk: true });
      await allSent();
      return () => gated.open();
    };

    /** Publishes an event whose first deliveries fail, as many as are given. */
    const withFailures = async (failures: number, retries: object): Promise<Recorder> => {
      const recorder = new Recorder('recorder');
      recorder.failures = failures;
      await start([recorder], retries);
      await publish(1);
      await allSent();
      return recorder;
    };

    const deleted = (state: LostJobs) => eventually(async () => (await deleteJobs(database.url, state)) > 0);

    test.each(['waiting', 'active'] as const)('its %s jobs', async (state) => {
      // A worker has 500 events of jobs at a time.
      const openGate = await (state === 'waiting' ? withGate(500, 5) : withGate(5));
      await deleted(state);
      openGate();
      await allDone();
    });

    // The first failure is that of the batch. The attempt after the loss succeeds: if it failed too, the delivery would be in the same
    // state again, and nothing would retry it soon.
    test.each([
      ['delayed', 1, { attempts: 2, retryMs: 600_000 }],
      ['failed', 2, { attempts: 1, retryMs: 20 }],
    ] as const)('its %s jobs', async (state, failures, retries) => {
      await withFailures(failures, retries);
      await deleted(state);
      await allDone();
    });

    test('all of them while workers move them', async () => {
      // What was given up is only retried by hand, so the attempts must last.
      const recorder = await withFailures(Infinity, { attempts: 1_000, retryMs: 20 });
      await deleteJobs(database.url);
      recorder.failures = 0;
      await allDone();
    });
  });
}
