import type { Status } from './license-key.errors.ts';

/** Where a grant of an add-on is: attached to a key, waiting for one, or neither because it has ended. */
export interface AttachedGrant {
  readonly organizationId: string;
  readonly grantId: string;
  /** The key that it was attached to last; null if it never was, or was taken off a key that its customer does not have. */
  readonly licenseKeyId: string | null;
  /** Its customer when the key was chosen. */
  readonly customerId: string;
  readonly memberId: string | null;
  /** The benefit of which its key has to be; null if the key is chosen by hand. */
  readonly keyBenefitId: string | null;
  readonly isWaiting: boolean;
  /** The number of decisions about the grant that are known. */
  readonly revision: number;
  /** Since when it waits or is attached. */
  readonly since: Date;
}

/** As it is stored. */
export interface PlacedGrant extends AttachedGrant {
  /** Grows with every decision about where the grant is. */
  readonly placement: number;
}

/** The purchase, as events tell of it. */
export interface PurchaseOfAttached {
  readonly orderId: string | null;
  readonly subscriptionId: string | null;
}

/** Keys to which a grant can be attached. */
export type KeysToExtend = Pick<AttachedGrant, 'organizationId' | 'customerId' | 'memberId'> & {
  readonly benefitId: string;
};

/** What says whether a customer may choose a key for an add-on. */
export interface KeyToExtend {
  readonly status: Status;
  readonly expiresAt: Date | null;
  readonly benefitId: string;
  readonly memberId: string | null;
}

/** A key that works now. */
export const isUsable = ({ status, expiresAt }: KeyToExtend, at: Date): boolean =>
  status === 'granted' && (expiresAt === null || expiresAt > at);

/** Whether a key is of the benefit that an add-on extends, and not that of another member. */
export const fits = (key: KeyToExtend, { memberId, keyBenefitId }: Pick<AttachedGrant, 'memberId' | 'keyBenefitId'>): boolean =>
  (keyBenefitId === null || key.benefitId === keyBenefitId) &&
  (key.memberId === null || memberId === null || key.memberId === memberId);

/** The grants of add-ons, and the keys that they extend. */
export abstract class AttachedGrants {
  abstract find(organizationId: string, grantId: string): Promise<PlacedGrant | undefined>;

  /**
   * Stores where a grant is, if it is where it was when that was decided, and publishes whether it waits, if that is new. Returns undefined
   * if something else was decided meanwhile, or a later decision about the grant is known.
   */
  abstract place(
    grant: AttachedGrant,
    before: PlacedGrant | undefined,
    purchase: PurchaseOfAttached,
  ): Promise<PlacedGrant | undefined>;

  /** The newest of the keys that is granted and has not expired. */
  abstract newestKey(keys: KeysToExtend, at: Date): Promise<string | undefined>;

  /** Some of the grants that wait although there is a key for them, of all organizations or of one. */
  abstract someDeliverable(at: Date, organizationId?: string): Promise<Pick<AttachedGrant, 'organizationId' | 'grantId'>[]>;

  /** The customer was merged into another one: what waits, waits for a key of that one. */
  abstract moveToCustomer(organizationId: string, from: string, to: string): Promise<void>;
}
