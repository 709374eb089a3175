import type { Status } from './license-key.errors.ts';
import type { PresentedSnapshot } from './license-key-fields.ts';

/** What every event of a license key has. */
export type LicenseKeyPayload = {
  readonly license_key_id: string;
  readonly customer_id: string;
  readonly benefit_id: string;
  readonly grant_id: string | null;
  readonly display_key: string;
  readonly status: Status;
};

/** Leaves the key itself out: events never contain it. */
export const payloadOf = (key: PresentedSnapshot): LicenseKeyPayload => ({
  license_key_id: key.id,
  customer_id: key.customerId,
  benefit_id: key.benefitId,
  grant_id: key.grantId,
  display_key: key.displayKey,
  status: key.status,
});

export const endOf = ({ expiresAt }: PresentedSnapshot): { readonly expires_at: string | null } => ({
  expires_at: expiresAt?.toISOString() ?? null,
});
