/** Keys that were issued without a grant: of a customer, of one member only, or of a benefit. */
export type DirectlyIssuedKeys = { readonly organizationId: string } & (
  { readonly customerId: string; readonly memberId?: string } | { readonly benefitId: string }
);

/** A key and the member who holds it, if any. */
export interface HeldKey {
  readonly id: string;
  readonly memberId: string | null;
}

export interface IdentifiedKey {
  readonly organizationId: string;
  readonly id: string;
}

/** How many devices of a key are released at a time. */
export const MOST_RELEASED = 100;

/** A key, and an activation of each of its devices: those that were seen longest ago, at most `MOST_RELEASED`. */
export interface UnseenDevices extends IdentifiedKey {
  readonly activationIds: readonly string[];
}

/** An activation of a floating key whose check-out may have expired long ago. */
export interface SilentActivation {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly activationId: string;
}

/** Finds and changes many license keys: those of customers, members and benefits, and those that the worker looks after. */
export abstract class KeyBatches {
  /** One page of the ids of directly issued keys that are not revoked. `after` is the last id of the page before. */
  abstract issuedDirectly(which: DirectlyIssuedKeys, after: string | null): Promise<string[]>;

  /** From now on the keys of the customer are loaded as those of a deleted one. Does nothing if it was recorded before. */
  abstract recordDeletion(organizationId: string, customerId: string): Promise<void>;

  /** One page of a customer's keys: their ids, and the members who hold them. `after` is the last id of the page before. */
  abstract ofCustomer(organizationId: string, customerId: string, after: string | null): Promise<HeldKey[]>;

  /**
   * Erases metadata and notes of these keys, label, conditions, additional data and device of one batch of their activations,
   * deactivated ones included, and one batch of the increments that are kept of them.
   * Returns the number of activations and increments erased.
   */
  abstract eraseActivations(organizationId: string, ids: readonly string[]): Promise<number>;

  /** Some of the activations whose check-outs are due to be looked at, of all organizations or of one, the earliest first. */
  abstract someSilent(organizationId?: string): Promise<SilentActivation[]>;

  /** Some of the keys with a notice of their expiry that is due at that time, of all organizations or of one, the latest first. */
  abstract someWithDueNotice(at: Date, organizationId?: string): Promise<IdentifiedKey[]>;

  /** Some of the keys of which something that was given by hand has ended at that time, of all organizations or of one. */
  abstract someWithEndedEntitlement(at: Date, organizationId?: string): Promise<IdentifiedKey[]>;

  /** Some of the keys of which devices are due to be released at that time, of all organizations or of one, the earliest first. */
  abstract someWithDueRelease(at: Date, organizationId?: string): Promise<UnseenDevices[]>;

  /** Some of the keys whose reservations have all expired, the earliest first. */
  abstract someExpiredReservations(): Promise<IdentifiedKey[]>;
}
