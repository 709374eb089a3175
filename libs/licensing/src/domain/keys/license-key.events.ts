import { DomainEvent } from '#kernel';
import type { ChangedFields } from '#support/changes';
import type { Activation } from '../activations/activation.ts';
import { endOf, type LicenseKeyPayload, payloadOf } from './license-key-payload.ts';
import type { PresentedSnapshot } from './license-key-fields.ts';
import type { Purchase } from './purchased-quantity.ts';

type ActivationPayload = LicenseKeyPayload & { readonly activation_id: string };

/** `place_id` is the same for all installations of a device. Older events have none. */
type InstallationPayload = ActivationPayload & { readonly place_id: string };

abstract class LicenseKeyEvent<Name extends string> extends DomainEvent<Name, LicenseKeyPayload> {
  constructor(key: PresentedSnapshot, at: Date) {
    super(key.organizationId, key.id, at, payloadOf(key));
  }
}

abstract class ActivationEvent<Name extends string> extends DomainEvent<Name, ActivationPayload> {
  constructor(key: PresentedSnapshot, at: Date, { id }: Activation) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), activation_id: id });
  }
}

/** Missing in events of builds before 29 November 2026, and for keys that were issued directly: whether the key is mailed is asked for. */
type Mailed = { readonly is_mailed?: boolean };

export class LicenseKeyCreated extends DomainEvent<'license_key.created', LicenseKeyPayload & Mailed> {
  readonly name = 'license_key.created';

  constructor(key: PresentedSnapshot, at: Date, isMailed?: boolean) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), ...(isMailed === undefined ? {} : { is_mailed: isMailed }) });
  }
}

/** The seller wants the key to be mailed to whoever holds it. */
export class LicenseKeyMailRequested extends LicenseKeyEvent<'license_key.mail_requested'> {
  readonly name = 'license_key.mail_requested';
}

type ChangePayload = LicenseKeyPayload & {
  readonly changed: readonly string[];
  readonly changes: ChangedFields;
  readonly by_hand: boolean;
};

/** One of them for each change, by hand or with the grant. `changed` has the API names of the changed fields. Older events have no `changes` and no `by_hand`. */
abstract class LicenseKeyChange<Name extends string> extends DomainEvent<Name, ChangePayload> {
  constructor(key: PresentedSnapshot, at: Date, changes: ChangedFields, isByHand: boolean) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), changed: Object.keys(changes), changes, by_hand: isByHand });
  }
}

/** The usage, limits, expiry, flags or remarks changed, and not the status. */
export class LicenseKeyUpdated extends LicenseKeyChange<'license_key.updated'> {
  readonly name = 'license_key.updated';
}

export class LicenseKeyRevoked extends LicenseKeyChange<'license_key.revoked'> {
  readonly name = 'license_key.revoked';
}

export class LicenseKeyDisabled extends LicenseKeyChange<'license_key.disabled'> {
  readonly name = 'license_key.disabled';
}

/** A disabled or revoked key is granted again. */
export class LicenseKeyEnabled extends LicenseKeyChange<'license_key.enabled'> {
  readonly name = 'license_key.enabled';
}

/**
 * The status of a key that has a grant was set by hand, maybe to the value that it had. `status_revision` numbers these
 * decisions of a key.
 */
export class LicenseKeyStatusDecided extends DomainEvent<
  'license_key.status_decided',
  LicenseKeyPayload & { readonly status_revision: number }
> {
  readonly name = 'license_key.status_decided';

  constructor(key: PresentedSnapshot, at: Date, statusRevision: number) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), status_revision: statusRevision });
  }
}

/** `has_device` tells whether the application sent a device id, which events do not contain. */
export class LicenseKeyActivated extends DomainEvent<
  'license_key.activated',
  InstallationPayload & { readonly has_device: boolean }
> {
  readonly name = 'license_key.activated';

  constructor(key: PresentedSnapshot, at: Date, { id, placeId, device }: Activation) {
    const installation = { activation_id: id, place_id: placeId, has_device: device !== null };
    super(key.organizationId, key.id, at, { ...payloadOf(key), ...installation });
  }
}

/** With the `reason` that the service released the device because there were too many; null if somebody deactivated it. */
export class LicenseKeyDeactivated extends DomainEvent<
  'license_key.deactivated',
  InstallationPayload & { readonly reason: 'over_limit' | null }
> {
  readonly name = 'license_key.deactivated';

  constructor(key: PresentedSnapshot, at: Date, { id, placeId }: Activation, reason: 'over_limit' | null = null) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), activation_id: id, place_id: placeId, reason });
  }
}

/** An activation got its first lease. Renewals are not published. */
export class LicenseKeyLeased extends ActivationEvent<'license_key.leased'> {
  readonly name = 'license_key.leased';
}

/** A device returned its lease or, with a `reason`, the seller ended the place that the lease of a deactivated device held. */
export class LicenseKeyLeaseEnded extends DomainEvent<
  'license_key.lease_ended',
  ActivationPayload & { readonly reason: string | null }
> {
  readonly name = 'license_key.lease_ended';

  constructor(key: PresentedSnapshot, at: Date, activationId: string, reason: string | null = null) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), activation_id: activationId, reason });
  }
}

/** The key was replaced; `previous_valid_until` is `null` if the previous key stopped being valid at once. */
export class LicenseKeyRotated extends DomainEvent<
  'license_key.rotated',
  LicenseKeyPayload & { readonly previous_valid_until: string | null; readonly changes: ChangedFields }
> {
  readonly name = 'license_key.rotated';

  constructor(key: PresentedSnapshot, at: Date, previousValidUntil: Date | null, previousDisplayKey: string) {
    super(key.organizationId, key.id, at, {
      ...payloadOf(key),
      previous_valid_until: previousValidUntil?.toISOString() ?? null,
      changes: { display_key: { before: previousDisplayKey, after: key.displayKey } },
    });
  }
}

/** The key got another customer. */
export class LicenseKeyTransferred extends DomainEvent<
  'license_key.transferred',
  LicenseKeyPayload & {
    readonly previous_customer_id: string;
    readonly changes: ChangedFields;
    /** Whether it followed its benefit grant, instead of the other way round. */
    readonly with_grant: boolean;
  }
> {
  readonly name = 'license_key.transferred';

  constructor(key: PresentedSnapshot, at: Date, previousCustomerId: string, isWithGrant: boolean) {
    const changes = { customer_id: { before: previousCustomerId, after: key.customerId } };
    super(key.organizationId, key.id, at, {
      ...payloadOf(key),
      previous_customer_id: previousCustomerId,
      changes,
      with_grant: isWithGrant,
    });
  }
}

/** A purchase gave the key more time: the grant of it is `renewing_grant_id`. The end is an ISO 8601 timestamp; null if there is none. */
export class LicenseKeyRenewed extends DomainEvent<
  'license_key.renewed',
  LicenseKeyPayload & { readonly renewing_grant_id: string; readonly expires_at: string | null }
> {
  readonly name = 'license_key.renewed';

  constructor(key: PresentedSnapshot, at: Date, grantId: string) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), renewing_grant_id: grantId, ...endOf(key) });
  }
}

type PurchasePayload = { readonly order_id: string | null; readonly subscription_id: string | null };

/** `quantity` pieces were bought, and this key is all that they bring: its benefit says so. */
export class LicenseKeyQuantityIgnored extends DomainEvent<
  'license_key.quantity_ignored',
  LicenseKeyPayload & PurchasePayload & { readonly quantity: number }
> {
  readonly name = 'license_key.quantity_ignored';

  constructor(key: PresentedSnapshot, at: Date, { orderId, subscriptionId }: Purchase, quantity: number) {
    const purchase = { order_id: orderId, subscription_id: subscriptionId };
    super(key.organizationId, key.id, at, { ...payloadOf(key), ...purchase, quantity });
  }
}

/** The key is another one, because its customer has several of the benefit that could have been renewed instead. */
export class LicenseKeyRenewalUndecided extends DomainEvent<
  'license_key.renewal_undecided',
  LicenseKeyPayload & PurchasePayload
> {
  readonly name = 'license_key.renewal_undecided';

  constructor(key: PresentedSnapshot, at: Date, { orderId, subscriptionId }: Purchase) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), order_id: orderId, subscription_id: subscriptionId });
  }
}

/** Usage reached its limit; published each time the limit is reached from below. */
export class LicenseKeyUsageLimitReached extends DomainEvent<
  'license_key.usage_limit_reached',
  LicenseKeyPayload & { readonly usage: number; readonly limit_usage: number | null }
> {
  readonly name = 'license_key.usage_limit_reached';

  constructor(key: PresentedSnapshot, at: Date) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), usage: key.usage, limit_usage: key.limitUsage });
  }
}

/** The key was activated on more devices, or used from more networks, than its policy says for a day; at most once a day. */
export class LicenseKeyLeakSuspected extends DomainEvent<
  'license_key.leak_suspected',
  LicenseKeyPayload & { readonly devices: number; readonly networks: number }
> {
  readonly name = 'license_key.leak_suspected';

  constructor(key: PresentedSnapshot, at: Date, { devices, networks }: { devices: number; networks: number }) {
    super(key.organizationId, key.id, at, { ...payloadOf(key), devices, networks });
  }
}

/** A place beyond the limit was taken, by a check-out or an activation; published with each one. `checked_out` is the number of places that are taken with it. */
export class LicenseKeyOverdraftUsed extends DomainEvent<
  'license_key.overdraft_used',
  ActivationPayload & { readonly checked_out: number; readonly limit_activations: number | null }
> {
  readonly name = 'license_key.overdraft_used';

  constructor(key: PresentedSnapshot, at: Date, { id }: Activation, checkedOut: number) {
    const counts = { checked_out: checkedOut, limit_activations: key.limitActivations };
    super(key.organizationId, key.id, at, { ...payloadOf(key), activation_id: id, ...counts });
  }
}
