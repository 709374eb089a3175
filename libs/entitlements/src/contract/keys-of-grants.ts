import { Command } from '@nestjs/cqrs';

// Sent by the context that has the license keys when a key of a grant has changed.

/**
 * Stores in a grant the license key that was issued for it or that it renewed. The display form of a renewed key is left out: it changes
 * with the key, which has a grant of its own.
 */
export class LinkLicenseKey extends Command<void> {
  constructor(
    readonly which: { readonly id: string; readonly organizationId: string },
    readonly key: { readonly license_key_id: string; readonly display_key?: string },
  ) {
    super();
  }
}

/** Stores the license key that was issued for a grant in the grant, and applies a status of the key that was set by hand. */
export class SyncGrantWithLicenseKey extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly licenseKeyId: string,
    /** `revision` numbers the statuses that were set by hand. */
    readonly decision?: {
      readonly status: 'granted' | 'disabled' | 'revoked';
      readonly revision: number;
      readonly eventId: number;
    },
    /** The event of a transfer of the key to another customer. */
    readonly transferEventId?: number,
  ) {
    super();
  }
}

/** Publishes that the license key of a grant was changed by hand. */
export class NoteKeyChange extends Command<void> {
  constructor(readonly which: { readonly id: string; readonly organizationId: string }) {
    super();
  }
}

/** Stores the device of an activation with the trial of its subscription, unless the subscription is not on trial. */
export class RecordTrialDevice extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly grantId: string,
    readonly activationId: string,
  ) {
    super();
  }
}
