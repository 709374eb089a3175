import type { TagTable } from '#engine/persistence';

export const ORDER_TAGS: TagTable = {
  table: 'entitlements.order_tags',
  column: 'order_id',
  records: 'entitlements.orders',
  customer: 'customer_id',
  type: 'order',
};
