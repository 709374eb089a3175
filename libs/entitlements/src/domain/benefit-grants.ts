import type { Sync } from '#kernel';
import type { BenefitGrant, BenefitGrantState } from './benefit-grant.ts';
import type { Entitlement } from './entitlement.ts';

/** Selects a purchase. */
export type PurchaseReference = { readonly organizationId: string } & (
  { readonly subscriptionId: string } | { readonly orderId: string }
);

/** Selects the grants of a purchase: of a member who holds a seat, or of the customer as a whole. */
export type Beneficiary = PurchaseReference & {
  readonly memberId?: string;
  /** The ids of members that were merged into this one: their grants are its own. */
  readonly formerMemberIds?: readonly string[];
};

/** The purchase data needed to prepare a decision about its grants. */
export interface PurchaseInBrief {
  /** Who gets the benefits. */
  readonly customerId: string;
  /** How many were bought of each product; one of a product that is sold by seats. */
  readonly products: ReadonlyMap<string, number>;
  /** The license key that the seller or the buyer named to be renewed. */
  readonly renewsLicenseKeyId: string | null;
  /** When the products were bought, or the last one was taken instead of another. */
  readonly boughtAt: Date;
  readonly isBySeats: boolean;
  /** Number of decisions about these grants so far. */
  readonly revision: number;
}

/** The revision of a purchase about whose grants nothing was decided. */
export const UNDECIDED = 0;

/** Selects a grant by id within the given organizations. */
export interface WhichGrant {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** A grant, and the member who holds it; null if the customer as a whole does. */
export type HeldGrant = Pick<BenefitGrantState, 'id' | 'memberId'>;

export type FoundGrant = Pick<BenefitGrantState, 'organizationId' | 'customerId' | 'benefitId'>;

/** Selects the active grants of a benefit or of a customer. */
export type GrantedTo = { readonly organizationId: string } & ({ readonly benefitId: string } | { readonly customerId: string });

/** The purchases that grants come from, each once. */
export function purchasesOfGrants(
  grants: readonly Pick<BenefitGrantState, 'organizationId' | 'orderId' | 'subscriptionId'>[],
): readonly PurchaseReference[] {
  const purchases = new Map<string, PurchaseReference>();
  for (const { organizationId, orderId, subscriptionId } of grants) {
    const which = orderId === null ? { organizationId, subscriptionId: subscriptionId! } : { organizationId, orderId };
    purchases.set(`${orderId ?? subscriptionId}`, which);
  }
  return [...purchases.values()];
}

/** The repository of benefit grants. */
export abstract class BenefitGrants {
  /** Returns undefined if there is no such purchase. */
  abstract purchase(beneficiary: Beneficiary): Promise<PurchaseInBrief | undefined>;

  /**
   * Locks the beneficiary's grants and calls `by`, unless another decision was made since `revision`; then returns false.
   * This optimistic lock keeps decisions from being based on outdated reads.
   */
  abstract sync(beneficiary: Beneficiary, revision: number, by: (entitlement: Entitlement) => void): Promise<boolean>;

  /** Throws `ResourceNotFound`. */
  abstract change<T>(
    which: { readonly id: string; readonly organizationId: string },
    by: (grant: BenefitGrant) => Sync<T>,
  ): Promise<T>;

  /** The highest id of an event so far: what is decided now comes after every event up to this one. */
  abstract lastEventId(): Promise<number>;

  /** Organization, customer, benefit of a grant. Throws `ResourceNotFound`. */
  abstract find(which: WhichGrant): Promise<FoundGrant>;

  /**
   * Changes one batch of active grants, ordered by id, in one transaction. Returns the id to continue after; null at the end.
   */
  abstract changeGranted(beneficiary: GrantedTo, after: string | null, by: (grant: BenefitGrant) => void): Promise<string | null>;

  /** One batch of the grants of a purchase that a customer holds, granted or not, ordered by id. */
  abstract heldBy(which: PurchaseReference, customerId: string, after: string | null): Promise<HeldGrant[]>;

  /** One batch of the members with an active grant from the purchase, ordered by id. */
  abstract membersGranted(which: PurchaseReference, after: string | null): Promise<string[]>;

  /** One batch of the purchases of a product that have granted benefits, ordered by id. */
  abstract purchasesOf(organizationId: string, productId: string, after: string | null): Promise<PurchaseReference[]>;

  /** One batch of the purchases of which a benefit is granted, and the grant to continue after; null at the end. */
  abstract purchasesWith(
    organizationId: string,
    benefitId: string,
    after: string | null,
  ): Promise<{ readonly purchases: readonly PurchaseReference[]; readonly last: string | null }>;
}
