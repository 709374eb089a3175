import { CommandBus } from '@nestjs/cqrs';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CreateProduct } from '#catalog';
import { StartSubscription } from '#entitlements';
import { Access } from '#kernel';
import { CreateOrganization, IssueAccessToken, RegisterUser } from '#organizations';
import { SCOPES } from '#platform/auth';
import { Config } from '#platform/config';
import { Keyring } from '#engine/secrets';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { WorkerModule } from '../../apps/worker/worker.module.ts';
import { SECRET_KEY } from '../data-set.ts';

/** A seller with seat-based subscriptions. */
export interface SeatFixture {
  readonly token: string;
  /** The owner's personal access token. */
  readonly ownerToken: string;
  readonly organizationId: string;
  /** Subscriptions of ten seats each, nine of them claimed. */
  readonly small: readonly string[];
  /** A subscription with many claimed seats and further free ones. */
  readonly large: string;
  /** Tokens of pending invitations to seats of the large subscription. */
  readonly invitations: readonly string[];
}

const FEW = 10;
const TIERS = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
const terms = { amountType: 'seat_based', seatTiers: { seatTierType: 'volume', tiers: TIERS } } as const;

const CUSTOMERS = `insert into customer_portal.customers (id, organization_id, type, email, email_key, email_verified, metadata, created_at)
  select gen_random_uuid(), $1, 'team', 'team-' || n || '@example.com', 'team-' || n || '@example.com', false, '{}', now()
  from generate_series(1, $2::int) as n returning id`;

const POOL = `insert into seats.seat_pools (organization_id, id, customer_id, subscription_id, capacity, assigned, revision, created_at)
  values ($1, $2, $3, $4, $5, $6, 0, now())`;

/** Inserts seats with their members. Seats with a digest are pending, the others are claimed. */
const SEATS = `
  with holders as (
    insert into customer_portal.members (id, organization_id, customer_id, email, email_key, role, created_at)
    select gen_random_uuid(), $1, $3, n || '-' || $2::uuid || '@example.com', n || '-' || $2::uuid || '@example.com', 'member', now()
    from unnest($4::int[]) as n returning id, email)
  insert into seats.seats (organization_id, id, pool_id, status, customer_id, member_id, email, invitation, invitation_digest,
    invitation_token_expires_at, claimed_at, seat_metadata, created_at)
  select $1, gen_random_uuid(), $2::uuid, case when d is null then 'claimed' else 'pending' end, $3, h.id, h.email, 1, d,
    now() + interval '1 day', case when d is null then now() end, '{}', now()
  from unnest($4::int[], $5::bytea[]) as w (n, d) join holders h on h.email = n || '-' || $2::uuid || '@example.com'`;

const CHUNK = 20_000;

/** Creates one subscription with many seats and `small` subscriptions with few seats. */
export async function openSeatFixture(databaseUrl: string, many: number, small: number, invited: number): Promise<SeatFixture> {
  await migrateDatabase(databaseUrl);
  const settings = { config: Config.from({}), databaseUrl, secretKeys: [SECRET_KEY] };
  const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), { logger: ['error', 'warn'] });
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    const bus = app.get(CommandBus);
    const ownerId = await bus.execute(new RegisterUser('bench@example.com'));
    const organizationId = await bus.execute(new CreateOrganization({ slug: 'bench', ownerId, profile: { name: 'Bench' } }));
    const secrets = { comment: 'bench', scopes: SCOPES, within: SCOPES, lifetime: null, latestExpiry: null };
    const { token } = await bus.execute(new IssueAccessToken({ organizationId }, secrets));
    const { token: ownerToken } = await bus.execute(new IssueAccessToken({ userId: ownerId }, secrets));
    const productId = await bus.execute(
      new CreateProduct({
        organizationId,
        visibility: 'public',
        metadata: {},
        name: 'Bench Team',
        description: null,
        mediaIds: [],
        customFields: [],
        periods: { recurringInterval: 'month' },
        prices: [{ currency: 'usd', taxBehavior: null, terms }],
      }),
    );
    const sales = new Access([organizationId], [organizationId], 'sales');
    const { rows } = await pool.query<{ id: string }>(CUSTOMERS, [organizationId, small + 1]);
    const sell = async (customerId: string, seats: number, digests: readonly (Buffer | null)[]): Promise<string> => {
      const purchase = { productId, customer: { id: customerId }, seats, metadata: {} };
      const { id: subscriptionId } = await bus.execute(new StartSubscription(sales, purchase));
      const poolId = randomUUID();
      await pool.query(POOL, [organizationId, poolId, customerId, subscriptionId, seats, digests.length]);
      for (let from = 0; from < digests.length; from += CHUNK) {
        const some = digests.slice(from, from + CHUNK);
        await pool.query(SEATS, [organizationId, poolId, customerId, some.map((_, index) => from + index), some]);
      }
      return subscriptionId;
    };
    const keyring = new Keyring([SECRET_KEY]);
    const invitations = Array.from({ length: invited }, () => randomUUID());
    const digests = invitations.map((each) => keyring.digest('invitation-token', each));
    const claimed = (count: number): null[] => Array.from({ length: count }, () => null);
    const [first, ...others] = rows.map(({ id }) => id) as [string, ...string[]];
    const large = await sell(first, many + invited + small, [...claimed(many), ...digests]);
    const few: string[] = [];
    for (const id of others) few.push(await sell(id, FEW, claimed(FEW - 1)));
    await pool.query('vacuum (analyze)');
    return { token, ownerToken, organizationId, small: few, large, invitations };
  } finally {
    await app.close();
    await pool.end();
  }
}
