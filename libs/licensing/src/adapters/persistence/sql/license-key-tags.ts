import type { TagTable } from '#engine/persistence';

export const LICENSE_KEY_TAGS: TagTable = {
  table: 'licensing.license_key_tags',
  column: 'license_key_id',
  records: 'licensing.license_keys',
  customer: 'customer_id',
  type: 'license_key',
};
