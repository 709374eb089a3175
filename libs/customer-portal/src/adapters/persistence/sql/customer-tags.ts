import type { TagTable } from '#engine/persistence';

export const CUSTOMER_TAGS: TagTable = {
  table: 'customer_portal.customer_tags',
  column: 'customer_id',
  records: 'customer_portal.customers',
  customer: 'id',
  where: 'deleted_at is null',
  type: 'customer',
};
