import type { Sync } from '#kernel';
import type { BenefitGrant } from './benefit-grant.ts';
import type { Entitlement } from './entitlement.ts';

/** Which purchase. */
export type WhichPurchase = { readonly organizationId: string } & (
  { readonly subscriptionId: string } | { readonly orderId: string }
);

/** Whose grants through a purchase: those of a member who holds a seat, or those of the customer as a whole. */
export type Beneficiary = WhichPurchase & { readonly memberId?: string };

/** What has to be known of a purchase to prepare a decision about its grants. */
export interface PurchaseInBrief {
  readonly customerId: string;
  readonly productId: string;
  readonly isBySeats: boolean;
  /** Counts the decisions about the grants that are asked about. */
  readonly revision: number;
}

/** Whose granted grants: those of a benefit, or those of a customer. */
export type GrantedTo = { readonly organizationId: string } & ({ readonly benefitId: string } | { readonly customerId: string });

/** Who has which benefit, and through which purchase. */
export abstract class BenefitGrants {
  /** Undefined where there is no such purchase. */
  abstract purchase(whose: Beneficiary): Promise<PurchaseInBrief | undefined>;

  /**
   * Locks the beneficiary's grants, and lets `by` decide, if nobody has decided about them since `revision`; false where
   * someone has. So what was read before, to decide by, is never older than what others decided by.
   */
  abstract decide(whose: Beneficiary, revision: number, by: (entitlement: Entitlement) => void): Promise<boolean>;

  /** Throws `ResourceNotFound` where there is none. */
  abstract change<T>(
    which: { readonly id: string; readonly organizationId: string },
    by: (grant: BenefitGrant) => Sync<T>,
  ): Promise<T>;

  /**
   * Changes some of the granted ones, in the order of their ids, in one transaction. Answers where to go on after, and null
   * at the end.
   */
  abstract changeGranted(whose: GrantedTo, after: string | null, by: (grant: BenefitGrant) => void): Promise<string | null>;

  /** Some of the members who are granted something through a purchase, in the order of their ids. */
  abstract membersGranted(which: WhichPurchase, after: string | null): Promise<string[]>;

  /** Some of the purchases of a product that bring benefits or have brought some, in the order of their ids. */
  abstract purchasesOf(organizationId: string, productId: string, after: string | null): Promise<WhichPurchase[]>;
}
