import { DomainEvent } from '#kernel';
import { endOf, type LicenseKeyPayload, payloadOf } from './license-key-payload.ts';
import type { PresentedSnapshot } from './license-key-fields.ts';

/** The end is an ISO 8601 timestamp. */
type ExpiryPayload = LicenseKeyPayload & { readonly expires_at: string | null };

abstract class ExpiryEvent<Name extends string> extends DomainEvent<Name, ExpiryPayload> {
  constructor(key: PresentedSnapshot, at: Date) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), ...endOf(key) });
  }
}

/** A device got the key, as its trial. */
export class LicenseKeyTrialStarted extends ExpiryEvent<'license_key.trial_started'> {
  readonly name = 'license_key.trial_started';
}

/** The key expires in `days_left` days, the last one begun. Published so many days before as its benefit says. */
export class LicenseKeyExpiring extends DomainEvent<'license_key.expiring', ExpiryPayload & { readonly days_left: number }> {
  readonly name = 'license_key.expiring';

  constructor(key: PresentedSnapshot, at: Date, daysLeft: number) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), ...endOf(key), days_left: daysLeft });
  }
}

/** The key has expired. */
export class LicenseKeyExpired extends ExpiryEvent<'license_key.expired'> {
  readonly name = 'license_key.expired';
}
