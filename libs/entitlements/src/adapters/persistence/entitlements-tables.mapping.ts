import type { Address } from '#kernel';

type Metadata = { [key: string]: string | number | boolean };

/** Rows of the schema `entitlements`, as queries select them. */
export interface EntitlementsTables {
  'entitlements.subscriptions': SubscriptionRow;
  'entitlements.orders': OrderRow;
  'entitlements.benefit_grants': BenefitGrantRow;
  'entitlements.seat_holders': SeatHolderRow;
}

export interface SeatHolderRow {
  organization_id: string;
  purchase_id: string;
  member_id: string;
  revision: number;
}

export interface SubscriptionRow {
  id: string;
  organization_id: string;
  customer_id: string;
  product_id: string;
  price_ids: readonly string[];
  currency: string;
  amount: number;
  seats: number | null;
  metadata: Metadata;
  recurring_interval: 'day' | 'week' | 'month' | 'year';
  recurring_interval_count: number;
  started_at: Date;
  trial_start: Date | null;
  trial_end: Date | null;
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  current_period_start: Date;
  current_period_end: Date;
  current_meter_period_start: Date | null;
  current_meter_period_end: Date | null;
  cancel_at_period_end: boolean;
  canceled_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  past_due_at: Date | null;
  customer_cancellation_reason: string | null;
  customer_cancellation_comment: string | null;
  created_at: Date;
  modified_at: Date | null;
  grace_over: boolean;
  entitlement_revision: number;
}

export interface OrderRow {
  id: string;
  organization_id: string;
  customer_id: string;
  product_id: string;
  description: string;
  items: readonly { readonly id: string; readonly price_id: string; readonly amount: number }[];
  currency: string;
  amount: number;
  seats: number | null;
  metadata: Metadata;
  status: 'paid';
  billing_name: string | null;
  billing_address: Address | null;
  created_at: Date;
  modified_at: Date | null;
  entitlement_revision: number;
}

export interface BenefitGrantRow {
  id: string;
  organization_id: string;
  customer_id: string;
  member_id: string | null;
  subscription_id: string | null;
  order_id: string | null;
  benefit_id: string;
  properties: { license_key_id?: string; display_key?: string };
  granted_at: Date | null;
  revoked_at: Date | null;
  revision: number;
  state_revision: number;
  created_at: Date;
  modified_at: Date | null;
}
