import type { BenefitGrantRow } from '../adapters/persistence/entitlements-tables.mapping.ts';

/** The columns of a grant in views. */
export const GRANT_VIEW_COLUMNS = [
  'id',
  'customer_id',
  'member_id',
  'subscription_id',
  'order_id',
  'benefit_id',
  'ordinal',
  'properties',
  'granted_at',
  'revoked_at',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof BenefitGrantRow)[];
