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
  'brings_license_key',
  'properties',
  'granted_at',
  'revoked_at',
  'created_at',
  'modified_at',
] as const satisfies readonly (keyof BenefitGrantRow)[];

/** A row of the columns of a grant in views. */
export type GrantViewRow = Pick<BenefitGrantRow, (typeof GRANT_VIEW_COLUMNS)[number]>;

/** What all views of a grant have alike. One that waits for its license key is neither granted nor revoked. */
export function viewOf({ brings_license_key: bringsKey, granted_at: decidedAt, ordinal, ...row }: GrantViewRow) {
  const granted_at = bringsKey && row.properties.license_key_id === undefined ? null : decidedAt;
  return {
    ...row,
    ordinal: ordinal ?? undefined,
    granted_at,
    is_granted: granted_at !== null,
    is_revoked: row.revoked_at !== null,
    error: null,
  };
}
