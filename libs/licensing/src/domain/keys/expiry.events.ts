import { DomainEvent } from '#kernel';
import { endOf, type LicenseKeyPayload, payloadOf } from './license-key-payload.ts';
import type { LicenseKeySnapshot } from './license-key.types.ts';

/** A device got the key, as its trial. The end is an ISO 8601 timestamp. */
export class LicenseKeyTrialStarted extends DomainEvent<
  'license_key.trial_started',
  LicenseKeyPayload & { readonly expires_at: string | null }
> {
  readonly name = 'license_key.trial_started';

  constructor(key: LicenseKeySnapshot, at: Date) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), ...endOf(key) });
  }
}

/** The key expires in `days_left` days, the last one begun. Published so many days before as its benefit says. */
export class LicenseKeyExpiring extends DomainEvent<
  'license_key.expiring',
  LicenseKeyPayload & { readonly expires_at: string | null; readonly days_left: number }
> {
  readonly name = 'license_key.expiring';

  constructor(key: LicenseKeySnapshot, at: Date, daysLeft: number) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), ...endOf(key), days_left: daysLeft });
  }
}

/** The key has expired. */
export class LicenseKeyExpired extends DomainEvent<
  'license_key.expired',
  LicenseKeyPayload & { readonly expires_at: string | null }
> {
  readonly name = 'license_key.expired';

  constructor(key: LicenseKeySnapshot, at: Date) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), ...endOf(key) });
  }
}
