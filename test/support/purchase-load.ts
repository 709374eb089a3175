import { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { type SellerFixture, openSellerFixture } from './seller-fixture.ts';
import { eventually } from './eventually.ts';
import { seedBenefit } from './seed-benefit.ts';

const AT_ONCE = 5;

/** A seller to whom many come at once. Nobody carries events, unless a test starts a worker on the database. */
export interface PurchaseLoad {
  readonly fixture: SellerFixture;
  readonly databaseUrl: string;
  /** Sells so often, several at a time; `sold` hears how many there are after each, and is waited for. */
  sell(count: number, sold?: (count: number) => Promise<unknown> | void): Promise<void>;
  /** A subscription that brings a key, sold just now. */
  subscription(): Promise<{ id: string }>;
  /** Waits until every event has been dealt with by everyone, and those that followed. */
  settled(): Promise<void>;
  /** Waits until everyone has dealt with what matches. */
  processed(condition: string): Promise<void>;
  /** Keeps events that wait to be carried from every relay, until they are released. */
  lock(condition: string): Promise<LockedEvents>;
  /** How many live keys there are, and how many of each grant that is granted. */
  liveKeys(): Promise<{ perGrant: number[]; inAll: number }>;
  close(): Promise<void>;
}

/** So many grants with exactly one live key each, and no other live key. */
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
    );
  return {
    fixture,
    databaseUrl: api.databaseUrl,
    sell: async (count, sold = () => undefined) => {
      let [started, create] = [0, 0];
      const lane = async (): Promise<void> => {
        while (started++ < count) {
          await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
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
  if (rowCount === 0) throw new Error('There is nothing to hold');
  let released: Promise<void> | undefined;
  const release = (): Promise<void> => (released ??= client.end());
  return { release, [Symbol.asyncDispose]: release };
}
