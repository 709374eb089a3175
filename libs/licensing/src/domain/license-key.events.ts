import { DomainEvent, type JsonValue } from '#kernel';
import type { Activation } from './activation.ts';
import type { LicenseKeySnapshot } from './license-key.types.ts';

/** Facts of a key for strangers; the key string itself never leaves in an event. */
const factsOf = (key: LicenseKeySnapshot): Record<string, JsonValue> => ({
  license_key_id: key.id,
  customer_id: key.customerId,
  benefit_id: key.benefitId,
  grant_id: key.grantId,
  display_key: key.displayKey,
  status: key.status,
});

abstract class LicenseKeyEvent extends DomainEvent {
  constructor(key: LicenseKeySnapshot, at: Date, more: Record<string, JsonValue> = {}) {
    super(key.organizationId, key.id, at, { ...factsOf(key), ...more });
  }
}

export class LicenseKeyCreated extends LicenseKeyEvent {
  readonly name = 'license_key.created';
}

const wireName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Someone changed the key's status, usage, limits or expiry; `changed` names the fields as the wire does. */
export class LicenseKeyUpdated extends LicenseKeyEvent {
  readonly name = 'license_key.updated';

  constructor(key: LicenseKeySnapshot, at: Date, changed: readonly string[]) {
    super(key, at, { changed: changed.map(wireName) });
  }
}

export class LicenseKeyActivated extends LicenseKeyEvent {
  readonly name = 'license_key.activated';

  constructor(key: LicenseKeySnapshot, at: Date, activation: Activation) {
    super(key, at, { activation_id: activation.id, label: activation.label });
  }
}

export class LicenseKeyDeactivated extends LicenseKeyEvent {
  readonly name = 'license_key.deactivated';

  constructor(key: LicenseKeySnapshot, at: Date, activation: Activation) {
    super(key, at, { activation_id: activation.id, label: activation.label });
  }
}

/** The key has a new string; `previous_valid_until` is null when the old one stopped at once. */
export class LicenseKeyRotated extends LicenseKeyEvent {
  readonly name = 'license_key.rotated';

  constructor(key: LicenseKeySnapshot, at: Date, previousValidUntil: Date | null) {
    super(key, at, { previous_valid_until: previousValidUntil?.toISOString() ?? null });
  }
}

export class LicenseKeyRevoked extends LicenseKeyEvent {
  readonly name = 'license_key.revoked';
}

/** Usage met its limit; published once for every time that the limit is reached from below. */
export class LicenseKeyUsageLimitReached extends LicenseKeyEvent {
  readonly name = 'license_key.usage_limit_reached';

  constructor(key: LicenseKeySnapshot, at: Date) {
    super(key, at, { usage: key.usage, limit_usage: key.limitUsage });
  }
}
