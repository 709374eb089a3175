import { BatchTable, type LoadedRow, type StoredProperties } from '#engine/persistence';
import { BenefitGrant } from '../../domain/benefit-grant.ts';
import { BenefitGrantMapping } from './benefit-grant.mapping.ts';

export const GRANTS = BatchTable.of(BenefitGrantMapping);

export type GrantRow = LoadedRow<StoredProperties<typeof BenefitGrantMapping>>;

export const toGrant = (row: GrantRow): BenefitGrant => BenefitGrant.fromState(GRANTS.read(row));

export const GRANT_COLUMNS = GRANTS.selectList('g');
export const WRITE_GRANTS = GRANTS.upsert('benefit-grants-write');

/** The SQL of the group commit. Every statement takes a whole batch as arrays and is prepared once per connection. */

interface Statement {
  readonly name: string;
  readonly text: string;
}

const FACTS = {
  orders: `o.purchased_at as "purchasedAt", o.status, o.subscription_id as "subscriptionId", o.benefits_revoked_at is not null as "isRevoked", exists (
      select from entitlements.disputes d where d.order_id = o.id and d.revoke_benefits and d.status <> 'won') as "isWithheld"`,
  subscriptions: 'o.status, o.grace_over as "graceOver"',
} as const;
export type PurchaseTable = keyof typeof FACTS;

const grantColumnOf = (table: PurchaseTable): string => (table === 'orders' ? 'order_id' : 'subscription_id');

const factsOf = (table: PurchaseTable): string => `select o.organization_id as "organizationId", o.id,
    coalesce(o.recipient_id, o.customer_id) as "customerId", o.seats, o.entitlement_revision as revision,
    o.deliver_by_email as "deliverByEmail", ${FACTS[table]}
  from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
  join entitlements.${table} o on o.id = w.id and o.organization_id = w.organization_id`;

/** Locks purchases in the order of their ids to avoid deadlocks. */
export const lockPurchases = (table: PurchaseTable): Statement => ({
  name: `entitlements-lock-${table}`,
  text: `${factsOf(table)} order by o.id for no key update of o`,
});

/** Purchases whose seats are decided about one by one: they are not locked, so that holders do not wait for each other. */
export const readPurchases = (table: PurchaseTable): Statement => ({ name: `entitlements-read-${table}`, text: factsOf(table) });

export const writeRevisions = (table: PurchaseTable): Statement => ({
  name: `entitlements-write-${table}`,
  text: `update entitlements.${table} o set entitlement_revision = w.revision from unnest($1::uuid[], $2::int[]) as w (id, revision)
    where o.id = w.id`,
});

/** Increments the revision of each holder, unless it has changed since it was read. */
export const CLAIM_HOLDERS: Statement = {
  name: 'entitlements-claim-holders',
  text: `insert into entitlements.seat_holders as h (organization_id, purchase_id, member_id, revision)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])
    on conflict (organization_id, purchase_id, member_id) do update set revision = excluded.revision
      where h.revision = excluded.revision - 1
    returning purchase_id as "purchaseId", member_id as "memberId"`,
};

/** Makes the grants of merged members those of the member that they were merged into. */
export const adoptGrants = (table: PurchaseTable): Statement => ({
  name: `entitlements-adopt-${table}`,
  text: `update entitlements.benefit_grants g
    set customer_id = coalesce(o.recipient_id, o.customer_id), member_id = w.member_id
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) as w (organization_id, id, member_id, former_id)
    join entitlements.${table} o on o.id = w.id and o.organization_id = w.organization_id
    where g.organization_id = w.organization_id and g.${grantColumnOf(table)} = w.id and g.member_id = w.former_id`,
});

/**
 * The grants of the beneficiaries: all grants of a purchase that is not of seats, otherwise those of the member, or of the customer as
 * a whole. Each branch is an index scan. The grants are locked in the order of their ids.
 *
 * Their ids are collected before: PostgreSQL checks a row again that was changed while it waited for the lock, and leaves the row out
 * if it is joined with a `union all`.
 */
export const LOCK_GRANTS: Statement = {
  name: 'entitlements-lock-grants',
  text: `select ${GRANT_COLUMNS} from entitlements.benefit_grants g where g.id = any(array(
      ${(['orders', 'subscriptions'] as const).flatMap((table) => branchesOf(table)).join(' union all ')}
    )) order by g.id for update of g`,
};

function branchesOf(table: PurchaseTable): string[] {
  const own = `g.organization_id = w.organization_id and g.${grantColumnOf(table)} = w.id`;
  const purchases = `select g.id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (organization_id, id, member_id)
      join entitlements.${table} o on o.id = w.id and o.organization_id = w.organization_id`;
  return [
    `${purchases} and o.seats is null join entitlements.benefit_grants g on ${own}`,
    `${purchases} and o.seats is not null and w.member_id is null join entitlements.benefit_grants g on ${own} and g.member_id is null`,
    `${purchases} and o.seats is not null join entitlements.benefit_grants g on ${own} and g.member_id = w.member_id`,
  ];
}
