import type { EntityManager } from '@mikro-orm/postgresql';
import { RowLoader } from '#engine/persistence';
import type { Beneficiary, FoundGrant, PurchaseInBrief } from '../../domain/benefit-grants.ts';
import { type OrderItem, quantitiesOf } from '../../domain/order-details.ts';
import type { PurchaseTable } from './entitlement-statements.ts';

interface PurchaseRow {
  readonly customer_id: string;
  readonly product_id: string;
  readonly quantity?: number;
  readonly further_product_ids?: readonly string[];
  readonly items?: readonly OrderItem[];
  readonly seats: number | null;
  readonly renews_license_key_id: string | null;
  readonly revision: number;
  readonly bought_at: Date;
}

const QUANTITY_AND_TIME = {
  orders: `o.further_product_ids, o.items, o.created_at as bought_at`,
  subscriptions: `o.quantity, coalesce(o.product_changed_at, o.created_at) as bought_at`,
};

const purchasesIn = (table: PurchaseTable) => ({
  text: `select o.organization_id, o.id, coalesce(o.recipient_id, o.customer_id) as customer_id, o.product_id, o.seats,
      o.renews_license_key_id, o.entitlement_revision as revision, ${QUANTITY_AND_TIME[table]}
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join entitlements.${table} o on o.id = w.id and o.organization_id = w.organization_id`,
  by: ['organization_id', 'id'],
});

const HOLDERS = {
  text: `select h.organization_id, h.purchase_id, h.member_id, h.revision
    from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as w (organization_id, purchase_id, member_id)
    join entitlements.seat_holders h on h.organization_id = w.organization_id and h.purchase_id = w.purchase_id
      and h.member_id = w.member_id`,
  by: ['organization_id', 'purchase_id', 'member_id'],
};

const GRANTS = {
  text: `select g.organization_id, g.id, g.customer_id, g.benefit_id from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join entitlements.benefit_grants g on g.id = w.id and g.organization_id = w.organization_id`,
  by: ['organization_id', 'id'],
};

function productsOf({ product_id: productId, quantity = 1, further_product_ids, items, seats }: PurchaseRow) {
  if (!items) return new Map([[productId, seats === null ? quantity : 1]]);
  return quantitiesOf({ productId, furtherProductIds: further_product_ids ?? [], seats, items });
}

/** What is read before grants are decided about. Concurrent reads share statements. */
export class PurchaseLookups {
  private readonly orders: RowLoader<PurchaseRow>;
  private readonly subscriptions: RowLoader<PurchaseRow>;
  private readonly holders: RowLoader<{ readonly revision: number }>;
  private readonly grants: RowLoader<{
    readonly organization_id: string;
    readonly customer_id: string;
    readonly benefit_id: string;
  }>;

  constructor(em: EntityManager) {
    this.orders = new RowLoader(em, purchasesIn('orders'));
    this.subscriptions = new RowLoader(em, purchasesIn('subscriptions'));
    this.holders = new RowLoader(em, HOLDERS);
    this.grants = new RowLoader(em, GRANTS);
  }

  async purchase(beneficiary: Beneficiary): Promise<PurchaseInBrief | undefined> {
    const { organizationId, memberId } = beneficiary;
    const [purchases, id] =
      'orderId' in beneficiary
        ? ([this.orders, beneficiary.orderId] as const)
        : ([this.subscriptions, beneficiary.subscriptionId] as const);
    const [row, holder] = await Promise.all([
      purchases.read(organizationId, id),
      memberId === undefined ? undefined : this.holders.read(organizationId, id, memberId),
    ]);
    if (!row) return undefined;
    const { customer_id: customerId, renews_license_key_id: renewsLicenseKeyId, bought_at: boughtAt, seats } = row;
    const revision = memberId === undefined ? row.revision : (holder?.revision ?? 0);
    return { customerId, products: productsOf(row), renewsLicenseKeyId, boughtAt, isBySeats: seats !== null, revision };
  }

  /** Undefined if none of the organizations has the grant. */
  async grant(id: string, organizations: readonly string[]): Promise<FoundGrant | undefined> {
    const rows = await Promise.all(organizations.map((organizationId) => this.grants.read(organizationId, id)));
    const row = rows.find(Boolean);
    return row && { organizationId: row.organization_id, customerId: row.customer_id, benefitId: row.benefit_id };
  }
}
