import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, BatchLoader, readDb } from '#engine/persistence';
import type { BenefitGrantRow, EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import { type BenefitGrantSnapshot, FindBenefitGrants, FindGrantsOfPurchase, FindSeatGrants } from '../contract/index.ts';
import type { GrantsOfPurchase } from '../contract/grants.ts';

@QueryHandler(FindSeatGrants)
export class FindSeatGrantsHandler implements IQueryHandler<FindSeatGrants> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, grantIds }: FindSeatGrants): Promise<ReadonlySet<string>> {
    if (grantIds.length === 0) return new Set();
    const grants = await readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants as g')
      .innerJoin('entitlements.seat_holders as h', (join) =>
        join
          .onRef('h.organization_id', '=', 'g.organization_id')
          .onRef('h.member_id', '=', 'g.member_id')
          .on(({ eb, fn }) => eb('h.purchase_id', '=', fn.coalesce('g.subscription_id', 'g.order_id'))),
      )
      .select('g.id')
      .where(anyOf('g.organization_id', organizations))
      .where(anyOf('g.id', grantIds))
      .execute();
    return new Set(grants.map(({ id }) => id));
  }
}

@QueryHandler(FindBenefitGrants)
export class FindBenefitGrantsHandler implements IQueryHandler<FindBenefitGrants> {
  private readonly grants = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindBenefitGrants): Promise<ReadonlyMap<string, StoredGrant>> {
    return this.grants.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, StoredGrant>> {
    const grants = readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants as grant')
      .leftJoin('entitlements.orders as order', 'order.id', 'grant.order_id')
      .leftJoin('entitlements.subscriptions as subscription', 'subscription.id', 'grant.subscription_id')
      .selectAll('grant')
      .select([
        'order.purchased_at',
        sql<boolean | null>`coalesce("order".deliver_by_email, subscription.deliver_by_email)`.as('deliver_by_email'),
        sql<number | null>`coalesce("order".seats, subscription.seats)`.as('seats'),
      ]);
    return new Map((await grants.where(anyOf('grant.id', ids)).execute()).map((row) => [row.id, facts(row)]));
  }
}

type StoredGrant = BenefitGrantSnapshot & { readonly createdAt: Date };

interface OfPurchase {
  readonly purchased_at: Date | null;
  readonly deliver_by_email: boolean | null;
  readonly seats: number | null;
}

const facts = (row: BenefitGrantRow & OfPurchase): StoredGrant => ({
  id: row.id,
  createdAt: row.created_at,
  organizationId: row.organization_id,
  customerId: row.customer_id,
  memberId: row.member_id,
  benefitId: row.benefit_id,
  subscriptionId: row.subscription_id,
  orderId: row.order_id,
  isBySeats: row.seats !== null,
  purchasedAt: row.purchased_at,
  deliverByEmail: row.deliver_by_email,
  quantity: row.quantity,
  ordinal: row.ordinal,
  renewsLicenseKeyId: row.renews_license_key_id,
  isGranted: row.granted_at !== null,
  revision: row.revision,
  stateRevision: row.state_revision,
  expiryRevision: row.expiry_revision,
  quantityRevision: row.quantity_revision,
  keyStatus: row.key_status,
  keyStatusRevision: row.key_status_revision,
  transferEventId: Number(row.transfer_event_id),
});

/** Benefits of a product, and those that it had before. Later ones do not count. */
const MOST = 1000;

type GrantOfPurchase = Pick<
  BenefitGrantRow,
  'organization_id' | 'id' | 'benefit_id' | 'granted_at' | 'revision' | 'renews_license_key_id'
>;

/** Each branch is a scan of an index, or nothing: the grants of a purchase of many seats are not read for those of one holder. */
const OF_SAME_HOLDER = ['order', 'subscription']
  .flatMap((purchase) =>
    [
      `"${purchase}".seats is null`,
      `"${purchase}".seats is not null and g.member_id = asked.member_id`,
      `"${purchase}".seats is not null and g.member_id is null and asked.member_id is null`,
    ].map(
      (isOwn) => `select g.organization_id, g.id, g.benefit_id, g.granted_at, g.revision, g.renews_license_key_id, g.created_at
        from entitlements.benefit_grants as g
        where g.organization_id = asked.organization_id and g.${purchase}_id = asked.${purchase}_id and ${isOwn}`,
    ),
  )
  .join(' union all ');

@QueryHandler(FindGrantsOfPurchase)
export class FindGrantsOfPurchaseHandler implements IQueryHandler<FindGrantsOfPurchase> {
  private readonly purchases = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  async execute({ grantId }: FindGrantsOfPurchase): Promise<GrantsOfPurchase | undefined> {
    const rows = await this.purchases.read(grantId);
    return (
      rows && {
        organizationId: rows[0]!.organization_id,
        revision: rows.reduce((sum, { revision }) => sum + revision, 0),
        grants: rows.map(({ id, benefit_id, granted_at, renews_license_key_id }) => ({
          id,
          benefitId: benefit_id,
          isGranted: granted_at !== null,
          renewsLicenseKeyId: renews_license_key_id,
        })),
      }
    );
  }

  /** The grants of the purchase of each grant; of a purchase of seats, those of the same holder. */
  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, readonly GrantOfPurchase[]>> {
    const { rows } = await sql<GrantOfPurchase & { of_grant: string }>`
      select asked.id as of_grant, beside.*
      from entitlements.benefit_grants as asked
      left join entitlements.orders as "order" on "order".id = asked.order_id
      left join entitlements.subscriptions as subscription on subscription.id = asked.subscription_id
      cross join lateral (
        select own.* from (${sql.raw(OF_SAME_HOLDER)}) as own order by own.created_at, own.id limit ${sql.lit(MOST)}
      ) as beside
      where asked.id = any(${ids}::uuid[])`.execute(readDb<object>(this.em));
    return Map.groupBy(rows, ({ of_grant }) => of_grant);
  }
}
