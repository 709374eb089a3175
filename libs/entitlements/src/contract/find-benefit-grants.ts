import { Query } from '@nestjs/cqrs';

/**
 * The current state of a grant. Events about grants arrive in any order: a consumer compares `revision` with the last one that it
 * applied.
 */
export interface BenefitGrantSnapshot {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly benefitId: string;
  /** Exactly one of the two is set. */
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  /** Whether seats of the purchase are claimed by members, who have grants of their own. */
  readonly isBySeats: boolean;
  /** When the purchase was made, if the seller reported that. */
  readonly purchasedAt: Date | null;
  /** Whether a new license key is mailed; null leaves it to the benefit. */
  readonly deliverByEmail: boolean | null;
  /** How many were bought of what the grant stands for. */
  readonly quantity: number;
  /** Its number among the grants of the benefit, if each piece has one. */
  readonly ordinal: number | null;
  /** The license key whose term the purchase extends, instead of bringing another key. */
  readonly renewsLicenseKeyId: string | null;
  readonly isGranted: boolean;
  /** The number of decisions so far: to grant, to revoke, and to renew the terms. */
  readonly revision: number;
  /** The revision of the last decision to grant or to revoke. */
  readonly stateRevision: number;
  /** The revision of the last decision after which the expiry starts anew; 0 if there was none. */
  readonly expiryRevision: number;
  /** The revision of the last decision that changed the quantity; 0 if there was none. */
  readonly quantityRevision: number;
  /** The last status of the grant's license key that was set by hand and that the grant has applied. */
  readonly keyStatus: 'granted' | 'disabled' | 'revoked' | null;
  /** The number of that status among those set by hand. */
  readonly keyStatusRevision: number;
  /** The event after which the grant last got another customer; 0 if it never did. */
  readonly transferEventId: number;
}

/** Grants by id, of any organization. Unknown ids are missing in the result. The caller checks the organization. */
export class FindBenefitGrants extends Query<ReadonlyMap<string, BenefitGrantSnapshot>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

/** All grants that one holder has had from one purchase, the oldest first: a member with a seat, else the customer. */
export interface GrantsOfPurchase {
  readonly organizationId: string;
  /** The number of decisions about these grants: it grows with each of them. */
  readonly revision: number;
  readonly grants: readonly {
    readonly id: string;
    readonly benefitId: string;
    readonly isGranted: boolean;
    readonly renewsLicenseKeyId: string | null;
  }[];
}

/** The grants of the purchase and the holder of a grant, of any organization; undefined if there is no such grant. */
export class FindGrantsOfPurchase extends Query<GrantsOfPurchase | undefined> {
  constructor(readonly grantId: string) {
    super();
  }
}
