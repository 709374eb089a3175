import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { anyOf, BatchLoader, pairKey, readDb, unzipPairs } from '#engine/persistence';
import type { BenefitGrantRow, EntitlementsTables } from '../adapters/persistence/entitlements-tables.mapping.ts';
import {
  type BenefitGrantSnapshot,
  FindBenefitGrants,
  FindGrantsOfPurchase,
  type GrantsOfPurchase,
  FindSeatGrants,
} from '../contract/index.ts';

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

  execute({ ids }: FindBenefitGrants): Promise<ReadonlyMap<string, BenefitGrantSnapshot>> {
    return this.grants.readAll(ids);
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, BenefitGrantSnapshot>> {
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

interface OfPurchase {
  readonly purchased_at: Date | null;
  readonly deliver_by_email: boolean | null;
  readonly seats: number | null;
}

const facts = (row: BenefitGrantRow & OfPurchase): BenefitGrantSnapshot => ({
  id: row.id,
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

type GrantOfPurchase = Pick<BenefitGrantRow, 'id' | 'benefit_id' | 'granted_at' | 'revision' | 'renews_license_key_id'>;

@QueryHandler(FindGrantsOfPurchase)
export class FindGrantsOfPurchaseHandler implements IQueryHandler<FindGrantsOfPurchase> {
  private readonly orders = new BatchLoader((keys) => this.readAll('order_id', keys), 'turn');
  private readonly subscriptions = new BatchLoader((keys) => this.readAll('subscription_id', keys), 'turn');

  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ grantId }: FindGrantsOfPurchase): Promise<GrantsOfPurchase | undefined> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant) return undefined;
    const rows = await this.rowsBeside(grant);
    return {
      organizationId: grant.organizationId,
      revision: rows.reduce((sum, { revision }) => sum + revision, 0),
      grants: rows.map(({ id, benefit_id, granted_at, renews_license_key_id }) => ({
        id,
        benefitId: benefit_id,
        isGranted: granted_at !== null,
        renewsLicenseKeyId: renews_license_key_id,
      })),
    };
  }

  private async rowsBeside(grant: BenefitGrantSnapshot): Promise<readonly GrantOfPurchase[]> {
    const { organizationId, subscriptionId, orderId } = grant;
    if (grant.isBySeats) return this.readOfHolder(grant);
    const loader = subscriptionId ? this.subscriptions : this.orders;
    return (await loader.read(pairKey(organizationId, (subscriptionId ?? orderId)!))) ?? [];
  }

  private readOfHolder({
    organizationId,
    subscriptionId,
    orderId,
    memberId,
  }: BenefitGrantSnapshot): Promise<readonly GrantOfPurchase[]> {
    return readDb<EntitlementsTables>(this.em)
      .selectFrom('entitlements.benefit_grants')
      .select(['id', 'benefit_id', 'granted_at', 'revision', 'renews_license_key_id'])
      .where('organization_id', '=', organizationId)
      .where(({ eb }) => (subscriptionId ? eb('subscription_id', '=', subscriptionId) : eb('order_id', '=', orderId)))
      .where('member_id', memberId === null ? 'is' : '=', memberId)
      .orderBy('created_at')
      .orderBy('id')
      .limit(MOST)
      .execute();
  }

  /** The grants of purchases without seats, by organization and purchase. */
  private async readAll(
    column: 'order_id' | 'subscription_id',
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, readonly GrantOfPurchase[]>> {
    const [organizations, purchases] = unzipPairs(keys);
    const { rows } = await sql<GrantOfPurchase & { organization_id: string; purchase_id: string }>`
      select purchase.organization_id, purchase.id as purchase_id, grants.*
      from unnest(${organizations}::uuid[], ${purchases}::uuid[]) as purchase (organization_id, id)
      cross join lateral (
        select id, benefit_id, granted_at, revision, renews_license_key_id from entitlements.benefit_grants
        where organization_id = purchase.organization_id and ${sql.ref(column)} = purchase.id
        order by created_at, id limit ${sql.lit(MOST)}
      ) as grants`.execute(readDb<object>(this.em));
    return Map.groupBy(rows, (row) => pairKey(row.organization_id, row.purchase_id));
  }
}
