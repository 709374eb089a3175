import pg from 'pg';
import { type BillingFixture, openBillingFixture } from '../messaging/billing-fixture.ts';
import { makeKeys } from './key-data-set.ts';

export interface SampledKey {
  /** The last six characters of the key. */
  readonly shown: string;
  readonly name: string;
  /** The number in the address of the customer, `customer-<number>@example.com`. */
  readonly number: string;
}

/** A seller of most keys of a database, with what can be searched. */
export interface SearchFixture {
  readonly seller: BillingFixture;
  readonly sampled: readonly SampledKey[];
}

/** The shares of three organizations. The owner of the first one is a member of the others. */
const SHARES = { bench: 0.94, second: 0.05, third: 0.01 };

/**
 * Customers with a number in their address, a first name of 101, a last name of eight letters that hardly anybody else has, and `son` at
 * the end of each name.
 */
const CUSTOMERS = `
  insert into customer_portal.customers (id, organization_id, type, email, email_key, email_verified, name, metadata, created_at)
  select gen_random_uuid(), $1, 'individual', email, email, false, first || ' ' || last || 'son', '{}', now()
  from generate_series(1, $2::int) as n, lateral (select 'customer-' || n || '@example.com' as email,
    initcap(translate(substr(md5((n % 101)::text), 1, 6), '0123456789', 'aeioulmnrs')) as first,
    initcap(translate(substr(md5(n::text || 'last'), 1, 8), '0123456789', 'aeioulmnrs')) as last) as words
  returning id`;

/** An order with an external id for every hundredth key, which was granted by it. */
const ORDERS = `
  with sold as (
    select k.id, k.customer_id, gen_random_uuid() as order_id, gen_random_uuid() as grant_id, row_number() over () as n
    from licensing.license_keys k where k.organization_id = $1 order by k.id limit $4
  ), orders as (
    insert into entitlements.orders (id, organization_id, customer_id, product_id, description, items, currency, amount, metadata, status,
      external_id, created_at)
    select order_id, $1, customer_id, $2, 'Bench Pro', '[]', 'usd', 1000, '{}', 'paid', 'ORDER-' || n, now() from sold
  ), grants as (
    insert into entitlements.benefit_grants (id, organization_id, customer_id, order_id, benefit_id, properties, revision, state_revision,
      granted_at, created_at)
    select grant_id, $1, customer_id, order_id, $3, '{}', 1, 1, now(), now() from sold
  )
  update licensing.license_keys k set grant_id = sold.grant_id from sold where k.organization_id = $1 and k.id = sold.id`;

/** An order with an external id for every customer, and a subscription for every tenth; nothing is granted. */
const PURCHASES = `
  with sold as (
    select id, row_number() over () as n from customer_portal.customers where organization_id = $1
  ), subscribed as (
    insert into entitlements.subscriptions (id, organization_id, customer_id, product_id, price_ids, currency, amount, metadata,
      recurring_interval, recurring_interval_count, anchor_day, started_at, status, current_period_start, current_period_end,
      cancel_at_period_end, grace_over, external_id, created_at)
    select gen_random_uuid(), $1, id, $2, '[]', 'usd', 1000, '{}', 'month', 1, 1, now(), 'active', now(), now() + interval '1 month',
      false, false, 'sub_' || substr(md5(n::text), 1, 14), now() from sold where n % 10 = 0
  )
  insert into entitlements.orders (id, organization_id, customer_id, product_id, description, items, currency, amount, metadata, status,
    external_id, invoice, created_at)
  select gen_random_uuid(), $1, id, $2, 'Bench Pro', '[]', 'usd', 1000, '{}', 'paid', 'SHOP-' || n,
    jsonb_build_object('number', 'R-2026-' || n, 'url', 'https://example.com/'), now() - n * interval '1 second' from sold`;

const MEMBER = `insert into organizations.memberships (organization_id, user_id, role)
  select $1, $2, role from organizations.memberships where organization_id = $1 limit 1`;

const SAMPLE = `select right(k.display_key, 6) as shown, c.name, substring(c.email from 'customer-(\\d+)@') as number
  from licensing.license_keys k join customer_portal.customers c on c.id = k.customer_id
  where k.organization_id = $1 order by k.id limit $2`;

type Filled = Pick<BillingFixture, 'organizationId' | 'benefitId' | 'productId'>;

/** Adds keys, each of a customer of its own, who has an order, and one in ten a subscription. */
export async function fillOrganization(pool: pg.Pool, filled: Filled, keys: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(CUSTOMERS, [filled.organizationId, keys]);
  const customerIds = rows.map(({ id }) => id);
  await makeKeys(pool, { ...filled, customerIds }, 1);
  await pool.query(PURCHASES, [filled.organizationId, filled.productId]);
  return customerIds;
}

/** Three sellers that have `keys` keys in all, each of a customer of its own. */
export async function makeSellers(url: string, keys: number, samples: number): Promise<SearchFixture> {
  const sellers: BillingFixture[] = [];
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    for (const [slug, share] of Object.entries(SHARES)) {
      const made = await openBillingFixture(url, 0, slug);
      sellers.push({ ...made, customerIds: await fillOrganization(pool, made, Math.round(keys * share)) });
    }
    const [seller, ...others] = sellers as [BillingFixture, ...BillingFixture[]];
    for (const { organizationId } of others) await pool.query(MEMBER, [organizationId, seller.ownerId]);
    await pool.query(ORDERS, [seller.organizationId, seller.productId, seller.benefitId, Math.round(keys / 100)]);
    await pool.query('vacuum (analyze)');
    const { rows: sampled } = await pool.query<SampledKey>(SAMPLE, [seller.organizationId, samples]);
    return { seller, sampled };
  } finally {
    await pool.end();
  }
}
