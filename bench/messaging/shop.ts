import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { postgresCpuSeconds } from '../processor-time.ts';
import { COUNTING } from '../processes/counting.ts';
import { type Server, startServer, startWorker, type Worker } from '../processes/product.ts';
import type { QueuePlace } from './backends.ts';
import type { Process } from './database-counts.ts';
import type { BillingFixture } from './billing-fixture.ts';

/** How often the database is asked while latency is measured, and otherwise: what this costs is part of the measured CPU time of PostgreSQL. */
const POLL_MS = { latency: 20, otherwise: 200 };
const ORDERS = '/v1/orders/';
const READABLE = `select customer_id from licensing.license_keys
  where organization_id = $1 and customer_id = any($2::uuid[]) and status = 'granted'`;
const IS_DONE = 'select not exists (select from platform.outbox where done_at is null) as is_done';

const IMPORTED = `select count(*)::int as count from licensing.license_keys k
  join customer_portal.customers c on c.organization_id = k.organization_id and c.id = k.customer_id
  where k.organization_id = $1 and c.email_key like $2`;

interface ImportSeconds {
  readonly told: number;
  readonly readable: number;
}

/** CPU seconds by process. */
export interface CpuSeconds {
  readonly api: number;
  readonly worker: number;
  readonly postgres: number;
}

/** The database is dropped while connections are being closed. */
const openPool = (url: string): pg.Pool => new pg.Pool({ connectionString: url }).on('error', () => undefined);

/** API and worker, as processes of their own, on one database. */
export class Shop implements AsyncDisposable {
  private constructor(
    private readonly bench: Bench,
    readonly api: Server,
    private readonly worker: Worker,
    private readonly pool: pg.Pool,
  ) {}

  static async open(bench: Bench, url: string, { redisUrl }: QueuePlace): Promise<Shop> {
    await bench.database.checkpoint();
    const api = await startServer('product', url);
    const worker = await startWorker(url, redisUrl);
    return new Shop(bench, api, worker, openPool(url));
  }

  /** API and worker connect as the roles of these names, and count what they do. */
  static async openCounted(bench: Bench, url: string): Promise<Shop> {
    const as = (username: string): string => Object.assign(new URL(url), { username }).href;
    const [api, worker] = [
      await startServer('product', as('api'), COUNTING),
      await startWorker(as('worker'), undefined, COUNTING),
    ];
    return new Shop(bench, api, worker, openPool(url));
  }

  async post(token: string, path: string, body: object): Promise<{ readonly id: string }> {
    const answer = await fetch(`http://127.0.0.1:${this.api.ready}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} failed: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  }

  /** Creates a purchase for each of the customers at a fixed rate; returns the wait for each key in milliseconds, in their order. */
  async sellAtRate(seller: BillingFixture, customerIds: readonly string[], rate: number): Promise<number[]> {
    const soldAt = new Map<string, number>();
    const start = performance.now();
    const selling = customerIds.map(async (id, index) => {
      await sleep(Math.max(0, start + (index * 1000) / rate - performance.now()));
      await this.buy(seller, id);
      soldAt.set(id, performance.now());
    });
    const [readableAt] = await Promise.all([this.awaitKeys(seller, customerIds, soldAt, POLL_MS.latency), ...selling]);
    return customerIds.map((id) => readableAt.get(id)! - soldAt.get(id)!);
  }

  /** Creates a purchase for each of the customers, as many at a time as there are connections; returns the seconds until all keys can be read. */
  async sellAtOnce(seller: BillingFixture, customerIds: readonly string[]): Promise<number> {
    const start = performance.now();
    const requests = customerIds.map((customer_id) => ({
      method: 'POST' as const,
      path: ORDERS,
      token: seller.token,
      body: JSON.stringify({ product_id: seller.productId, customer_id }),
    }));
    await this.bench.sendAll(this.api, { requests, once: true });
    await this.awaitKeys(seller, customerIds, new Set(customerIds), POLL_MS.otherwise);
    return (performance.now() - start) / 1000;
  }

  /** Imports orders of new customers, each with a key; returns the seconds until the file was answered, and until the keys can be read. */
  async import({ token, organizationId, productId }: BillingFixture, count: number, run: string): Promise<ImportSeconds> {
    const lines = Array.from({ length: count }, (_, n) =>
      JSON.stringify({
        type: 'order',
        external_id: `${run}-${n}`,
        product: productId,
        customer: { email: `${run}-${n}@example.com` },
        license_keys: [{ key: `MOVED-${run}-${n}`, usage: 1, activations: [{ label: 'Laptop' }] }],
      }),
    );
    const start = performance.now();
    const seconds = (): number => (performance.now() - start) / 1000;
    const answer = await fetch(`http://127.0.0.1:${this.api.ready}/v1/purchases/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
      body: lines.join('\n'),
    });
    const text = await answer.text();
    if (!text.includes(`"created":${count},`)) throw new Error(`The import failed: ${answer.status} ${text.slice(-500)}`);
    const told = seconds();
    await this.awaitImported(organizationId, `${run}-%`, count);
    return { told, readable: seconds() };
  }

  /** Waits until so many keys of customers whose addresses are like the pattern can be read. */
  async awaitImported(organizationId: string, pattern: string, count: number): Promise<void> {
    for (;;) {
      const { rows } = await this.pool.query<{ count: number }>(IMPORTED, [organizationId, pattern]);
      if (rows[0]!.count === count) return;
      await sleep(POLL_MS.otherwise);
    }
  }

  /** Plans are made for tables with rows from now on. On a running system, autovacuum does this. */
  async analyze(): Promise<void> {
    await this.pool.query('vacuum (analyze)');
  }

  /** The CPU seconds that `work` takes, until all events that it published are processed; undefined if PostgreSQL is elsewhere. */
  async cpuSecondsOf(work: () => Promise<unknown>): Promise<CpuSeconds | undefined> {
    await this.allProcessed();
    const before = await this.cpuSeconds();
    await work();
    await this.allProcessed();
    const after = await this.cpuSeconds();
    if (!before || !after) return undefined;
    return { api: after.api - before.api, worker: after.worker - before.worker, postgres: after.postgres - before.postgres };
  }

  /** The peaks of API and worker, in MB. */
  async peakMemory(): Promise<{ readonly api: number; readonly worker: number }> {
    const [api, worker] = await Promise.all([this.api.usage(), this.worker.usage()]);
    return { api: api.peakMemoryMb, worker: worker.peakMemoryMb };
  }

  /** How often the processes have written to their connections, and the deliveries to each subscriber. Of `openCounted`. */
  async counted(): Promise<{
    readonly packets: Readonly<Record<Process, number>>;
    readonly deliveries: Readonly<Record<string, number>>;
  }> {
    const [api, worker, deliveries] = await Promise.all([
      this.api.ask('packets'),
      this.worker.ask('packets'),
      this.worker.ask('deliveries'),
    ]);
    return { packets: { api, worker }, deliveries };
  }

  async allProcessed(): Promise<void> {
    for (;;) {
      const { rows } = await this.pool.query<{ is_done: boolean }>(IS_DONE);
      if (rows[0]!.is_done) return;
      await sleep(POLL_MS.otherwise);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.worker.stop();
    await this.api.stop();
    await this.pool.end();
  }

  async buy({ token, productId }: BillingFixture, customer_id: string): Promise<void> {
    await this.post(token, ORDERS, { product_id: productId, customer_id });
  }

  private async awaitKeys(
    { organizationId }: BillingFixture,
    customerIds: readonly string[],
    sold: Pick<ReadonlySet<string>, 'keys'>,
    pollMs: number,
  ): Promise<ReadonlyMap<string, number>> {
    const readableAt = new Map<string, number>();
    while (readableAt.size < customerIds.length) {
      const open = [...sold.keys()].filter((id) => !readableAt.has(id));
      const { rows } = await this.pool.query<{ customer_id: string }>({
        name: 'readable',
        text: READABLE,
        values: [organizationId, open],
      });
      const now = performance.now();
      for (const { customer_id: id } of rows) readableAt.set(id, now);
      await sleep(pollMs);
    }
    return readableAt;
  }

  private async cpuSeconds(): Promise<CpuSeconds | undefined> {
    const [api, worker, postgres] = await Promise.all([this.api.usage(), this.worker.usage(), postgresCpuSeconds(this.pool)]);
    return postgres === undefined ? undefined : { api: api.cpuSeconds, worker: worker.cpuSeconds, postgres };
  }
}
