import type { RefundView } from './refund.view.ts';

export const REFUND_COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'status',
  'metadata',
  'reason',
  'amount',
  'tax_amount',
  'currency',
  'organization_id',
  'order_id',
  'subscription_id',
  'customer_id',
  'revoke_benefits',
] as const;

export const toRefundView = (row: Pick<RefundView, (typeof REFUND_COLUMNS)[number]>): RefundView => ({
  ...row,
  dispute: null,
});
