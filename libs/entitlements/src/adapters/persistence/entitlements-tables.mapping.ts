import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { DisputeMapping } from './dispute.mapping.ts';
import type { RefundMapping } from './refund.mapping.ts';
import type { BenefitGrantMapping } from './benefit-grant.mapping.ts';
import type { OrderMapping } from './order.mapping.ts';
import type { SubscriptionMapping } from './subscription.mapping.ts';

/** Members who hold or held a seat of a purchase; `revision` counts the decisions about their grants. Not an aggregate. */
export const SeatHolderMapping = defineEntity({
  name: 'SeatHolderRow',
  schema: 'entitlements',
  tableName: 'seat_holders',
  properties: {
    organizationId: p.uuid().primary(),
    purchaseId: p.uuid().primary(),
    memberId: p.uuid().primary(),
    revision: p.integer(),
  },
});

/** Something that tells who had the trial of a subscription, as a keyed digest. Not an aggregate. */
export const TrialTraitMapping = defineEntity({
  name: 'TrialTraitRow',
  schema: 'entitlements',
  tableName: 'trial_traits',
  properties: {
    organizationId: p.uuid().primary(),
    productId: p.uuid().primary(),
    digest: p.blob().primary(),
    subscriptionId: p.uuid(),
    createdAt: p.datetime(3),
  },
});

/** Incremented by the repository of benefit grants with every decision about the grants of the purchase. */
interface Counted {
  entitlement_revision: number;
}

export type SubscriptionRow = InferKyselyTable<typeof SubscriptionMapping> & Counted;
export type OrderRow = InferKyselyTable<typeof OrderMapping> & Counted;
export type RefundRow = InferKyselyTable<typeof RefundMapping>;
export type DisputeRow = InferKyselyTable<typeof DisputeMapping>;
export type BenefitGrantRow = InferKyselyTable<typeof BenefitGrantMapping>;

/** Rows of the schema `entitlements`, as queries select them. */
export interface EntitlementsTables {
  'entitlements.subscriptions': SubscriptionRow;
  'entitlements.orders': OrderRow;
  'entitlements.benefit_grants': BenefitGrantRow;
  'entitlements.refunds': RefundRow;
  'entitlements.disputes': DisputeRow;
  'entitlements.seat_holders': InferKyselyTable<typeof SeatHolderMapping>;
}
