import pg from 'pg';
import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { randomness } from '../races/randomness.ts';
import { SECRET_KEY } from './api.ts';
import { eventually } from './eventually.ts';
import { OwnPostgres } from './own-postgres.ts';
import { type ApiProcess, type RunningProcess, startApiProcess, startWorkerProcess } from './processes.ts';
import { seedOrganization } from './seed.ts';
import type { ObservedEvent, WebhookHistory } from './webhook-checker.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const AT_ONCE = 8;
const PATIENCE_SECONDS = 240;
/** Each poll reads thousands of deliveries. */
const POLL_MS = 100;
const PATHS = ['/first', '/second', '/failing'] as const;
const FAILURES_IN_A_ROW = 4;
const ALLOW = { WEBHOOK_ALLOW: '127.0.0.1' };

/** Ends the waits between attempts; those of the schedule would take minutes. */
const RETRY_NOW = `update webhooks.deliveries set next_attempt_at = now()
  where status = 'pending' and claimed_until is null and next_attempt_at > now()`;
/** Ends all claims, as the passing of time would. A delivery that a living worker has claimed is then sent twice. */
const END_CLAIMS = `update webhooks.deliveries set claimed_until = null, next_attempt_at = now()
  where status = 'pending' and claimed_until is not null`;
const OPEN = `select 'not processed' as what, count(*)::int as number from platform.outbox where done_at is null
  union all select 'not published', count(*)::int from webhooks.pending_events
  union all select 'not delivered', count(*)::int from webhooks.deliveries where status = 'pending' and claimed_until is null
  union all select 'claimed', count(*)::int from webhooks.deliveries where status = 'pending' and claimed_until is not null`;
const KINDS = ['customer.created', 'customer.state_changed', 'member.created'];
const COMMITTED = `select name || ' ' || aggregate_id as name from platform.outbox where name in ('${KINDS.join("', '")}')`;

/**
 * A seller with three endpoints, of which one fails half of the time, and a reader of its feed. API, worker and PostgreSQL run as
 * processes of their own and can be killed.
 */
export class WebhookLoad implements AsyncDisposable {
  private readonly random: () => number;
  private readonly resources = new AsyncDisposableStack();
  private readonly failures = new Map<string, number>();
  private readonly received = new Map<string, ObservedEvent[]>(PATHS.map((path) => [path, []]));
  private readonly feed: ObservedEvent[] = [];
  private postgres!: OwnPostgres;
  /** Undefined before it is needed, and after a crash of PostgreSQL. */
  private client?: Promise<pg.Client>;
  private token!: string;
  private api!: ApiProcess;
  private worker!: RunningProcess;

  private constructor(
    seed: number,
    private readonly env: Record<string, string>,
  ) {
    this.random = randomness(seed);
  }

  static async open(seed: number, env: Record<string, string> = {}): Promise<WebhookLoad> {
    const load = new WebhookLoad(seed, { ...ALLOW, ...env });
    try {
      await load.start();
      return load;
    } catch (error) {
      await load[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Creates customers, three events each, and calls `reached` with their number after each. What fails is tried again until it is done. */
  async create(count: number, reached: (created: number) => void): Promise<void> {
    let [next, created] = [0, 0];
    const lane = async (): Promise<void> => {
      while (next < count) {
        const email = `customer-${next++}@example.com`;
        await eventually(() => this.isCreated(email), PATIENCE_SECONDS);
        reached(++created);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  async killApi(): Promise<void> {
    await this.api.end('SIGKILL');
    this.api = await startApiProcess(this.postgres.url, this.env);
  }

  async killWorker(): Promise<void> {
    await this.worker.end('SIGKILL');
    await this.run(END_CLAIMS);
    this.worker = await startWorkerProcess(this.postgres.url, this.env);
  }

  async crashPostgres(): Promise<void> {
    await this.postgres.crash();
    await this.run(END_CLAIMS);
  }

  /** Waits until every event has been delivered, and returns what happened. */
  async settled(): Promise<WebhookHistory> {
    let open = {};
    const isSettled = async (): Promise<boolean> => {
      await this.run(RETRY_NOW);
      const rows = await this.run<{ what: string; number: number }>(OPEN);
      open = Object.fromEntries(rows.map(({ what, number }) => [what, number]));
      return rows.every(({ number }) => number === 0);
    };
    await eventually(isSettled, PATIENCE_SECONDS, POLL_MS).catch(() => {
      throw new Error(`Not settled: ${JSON.stringify(open)}`);
    });
    while (await this.readFeed());
    const committed = (await this.run<{ name: string }>(COMMITTED)).map(({ name }) => name);
    return { committed, feed: this.feed, received: this.received };
  }

  /** Reads the next page of the feed. Returns whether there were events, or undefined if the API could not be reached. */
  async readFeed(): Promise<boolean | undefined> {
    const answer = await this.call('GET', `/v1/webhooks/events?after=${this.feed.at(-1)?.sequence ?? 0}`);
    if (answer?.status !== 200) return undefined;
    const { items } = answer.body as { items: (Omit<ObservedEvent, 'body'> & { payload: string })[] };
    this.feed.push(...items.map(({ id, sequence, payload }) => ({ id, sequence, body: payload })));
    return items.length > 0;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.resources.disposeAsync();
  }

  private async start(): Promise<void> {
    this.postgres = this.resources.use(await OwnPostgres.start());
    this.resources.defer(async () => (await this.client)?.end());
    await migrateDatabase(this.postgres.url);
    await this.seed();
    const receiver = await WebhookReceiver.open();
    this.resources.defer(() => receiver.close());
    receiver.answer((response, { path, headers, body }) => {
      const id = String(headers['webhook-id']);
      if (path === '/failing' && this.fails(id)) return void response.writeHead(500).end();
      this.received.get(path)!.push({ id, sequence: Number(headers['webhook-sequence']), body });
      response.writeHead(200).end();
    });
    this.resources.defer(async () => {
      await Promise.all([this.api, this.worker].map((running) => running?.end('SIGKILL')));
    });
    this.worker = await startWorkerProcess(this.postgres.url, this.env);
    this.api = await startApiProcess(this.postgres.url, this.env);
    for (const path of PATHS) {
      const endpoint = { url: new URL(path, receiver.url).href, format: 'raw', events: KINDS };
      const answer = await this.call('POST', '/v1/webhooks/endpoints', endpoint);
      if (answer?.status !== 201) throw new Error(`The endpoint ${path} was not created: ${answer?.status}`);
    }
  }

  private async seed(): Promise<void> {
    const settings = { config: Config.from({}), databaseUrl: this.postgres.url, secretKeys: [SECRET_KEY] };
    const app = await createApi(settings);
    await app.init();
    this.token = (await seedOrganization({ app, databaseUrl: this.postgres.url, close: () => app.close() })).oat;
    await app.close();
  }

  /** Half of the requests fail, but never as many in a row as the schedule has attempts: such a delivery would be given up. */
  private fails(id: string): boolean {
    const inARow = this.failures.get(id) ?? 0;
    const isFailing = this.random() < 0.5 && inARow < FAILURES_IN_A_ROW;
    this.failures.set(id, isFailing ? inARow + 1 : 0);
    return isFailing;
  }

  /** The customer exists already (422) if the response to an earlier request was lost. */
  private async isCreated(email: string): Promise<boolean> {
    const answer = await this.call('POST', '/v1/customers/', { email });
    if (answer && ![201, 422, 503].includes(answer.status)) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer?.status === 201 || answer?.status === 422;
  }

  /** Undefined if there is no complete response. */
  private async call(method: string, path: string, body?: object): Promise<{ status: number; body: unknown } | undefined> {
    try {
      const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${this.api.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return undefined;
    }
  }

  private async run<R extends object>(statement: string): Promise<R[]> {
    return (await (await (this.client ??= this.connect())).query<R>(statement)).rows;
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.postgres.url);
    const forget = (): void => void (this.client = undefined);
    client.on('error', forget).on('end', forget);
    await client.connect();
    return client;
  }
}
