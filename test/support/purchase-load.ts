import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type SellerFixture, openSellerFixture } from './seller-fixture.ts';
import { eventually } from './eventually.ts';
import { seedBenefit } from './seed-benefit.ts';

/** A job of a killed worker is taken over once its lock has expired: 30 seconds, and the next look at it. */
const SETTLED_SECONDS = 90;

const AT_ONCE = 5;

/** A seller under concurrent load. Events are processed only if a test starts a worker on the database. */
export interface PurchaseLoad {
  readonly fixture: SellerFixture;
  readonly databaseUrl: string;
  /** Creates this many orders, five at a time; awaits `sold` after each with the number of orders so far. */
  sell(count: number, sold?: (count: number) => Promise<unknown> | void): Promise<void>;
  /** A new subscription whose benefit issues a license key. */
  subscription(): Promise<{ id: string }>;
  /** Waits until every published event has been processed, including those published meanwhile. */
  settled(): Promise<void>;
  /** Waits until the events that match the SQL condition have been processed. */
  processed(condition: string): Promise<void>;
  /** Locks the unprocessed events that match the SQL condition, so that no worker picks them up until they are released. */
  lock(condition: string): Promise<LockedEvents>;
  /** The number of granted keys: per active benefit grant, and in total. */
  liveKeys(): Promise<{ perGrant: number[]; inAll: number }>;
  close(): Promise<void>;
}

/** The result of `liveKeys` if this many grants have one key each, and there is no other key. */
export const oneKeyPerGrant = (count: number) => ({ perGrant: Array<number>(count).fill(1), inAll: count });

export interface LockedEvents extends AsyncDisposable {
  release(): Promise<void>;
}

export async function openPurchaseLoad(): Promise<PurchaseLoad> {
  const fixture = await openSellerFixture();
  const { api, ours } = fixture;
  const benefit = await seedBenefit(api, ours.organization.id);
  const product = await fixture.product({ benefits: [benefit.id] });
  const customer = await fixture.customer();
  const run = <R extends object>(sql: string): Promise<R[]> => api.app.get(EntityManager).fork().execute<R[]>(sql);
  const processed = (condition: string): Promise<void> =>
    eventually(
      async () => (await run(`select 1 from platform.outbox where done_at is null and (${condition}) limit 1`)).length === 0,
      SETTLED_SECONDS,
    );
  /** Repeats the request, as clients do, if a busy machine could not respond in time, or has not carried it out yet. */
  const order = (body: object): Promise<void> => {
    const headers = { 'idempotency-key': randomUUID() };
    return eventually(async () => {
      const { status, text } = await fixture.seller('POST', '/v1/orders/', body, headers);
      if (![201, 409, 503].includes(status)) throw new Error(`Not created: ${status} ${text}`);
      return status === 201;
    }, SETTLED_SECONDS);
  };
  return {
    fixture,
    databaseUrl: api.databaseUrl,
    sell: async (count, sold = () => undefined) => {
      let [started, create] = [0, 0];
      const lane = async (): Promise<void> => {
        while (started++ < count) {
          await order({ product_id: product.id, customer_id: customer.id });
          await sold(++create);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
    },
    subscription: async () => {
      const { id: product_id } = await fixture.product({ every: 'month', benefits: [benefit.id] });
      return fixture.create('/v1/subscriptions/', { product_id, customer_id: customer.id });
    },
    settled: () => processed('true'),
    processed,
    lock: (condition) => lock(api.databaseUrl, condition),
    liveKeys: async () => {
      const grants = await run<{ id: string }>('select id from entitlements.benefit_grants where granted_at is not null');
      const keys = await run<{ grant_id: string }>(`select grant_id from licensing.license_keys where status = 'granted'`);
      const keysOf = Map.groupBy(keys, ({ grant_id }) => grant_id);
      return { perGrant: grants.map(({ id }) => keysOf.get(id)?.length ?? 0), inAll: keys.length };
    },
    close: () => fixture.close(),
  };
}

async function lock(databaseUrl: string, condition: string): Promise<LockedEvents> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('begin');
  const { rowCount } = await client.query(`select 1 from platform.outbox where sent_at is null and (${condition}) for update`);
  if (rowCount === 0) throw new Error('No event matches');
  let released: Promise<void> | undefined;
  const release = (): Promise<void> => (released ??= client.end());
  return { release, [Symbol.asyncDispose]: release };
}
