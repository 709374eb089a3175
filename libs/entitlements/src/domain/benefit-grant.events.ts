import { DomainEvent, type EventPayload, type JsonValue } from '#kernel';

/** What license keys show of a flag, and which ones. */
export type FlagTerms = {
  readonly values?: { readonly [name: string]: string | number | boolean };
  readonly attach?: { readonly to: 'own_key' | 'choose' } | { readonly to: 'key_of'; readonly benefit_id: string };
  readonly combine?: 'sum' | 'max' | 'replace';
};

/** A grant, as its events tell of it. */
export interface ToldGrant {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly benefitId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  /** False while it waits for its license key. */
  readonly isGranted: boolean;
  readonly properties: { readonly [name: string]: string };
}

/** The terms of a benefit, as they were read for the decision: as in its view. */
export type BenefitTerms = {
  readonly type: string;
  readonly modified_at: string | null;
  readonly properties: { readonly [name: string]: JsonValue };
} & FlagTerms;

/** The facts of a purchase, and all grants that the holder has had from it, the oldest first, with what flags bring. */
export type PurchaseOfGrants = {
  readonly is_by_seats: boolean;
  readonly purchased_at: string | null;
  readonly deliver_by_email: boolean | null;
  /** The number of decisions about the grants: it grows with each of them. */
  readonly revision: number;
  /** Left out where they are many, or where the terms of one are not known. */
  readonly grants?: readonly ({
    readonly id: string;
    readonly benefit_id: string;
    readonly is_granted: boolean;
    readonly renews_license_key_id: string | null;
    readonly type: string;
  } & FlagTerms)[];
};

/** What was decided about a grant: whoever hears of it needs to ask nothing, and ignores what has a lower revision than it knows. */
export type GrantDecision = {
  /** Also while the grant waits for its license key. */
  readonly is_granted: boolean;
  readonly quantity: number;
  readonly ordinal: number | null;
  readonly renews_license_key_id: string | null;
  readonly revision: number;
  readonly state_revision: number;
  readonly expiry_revision: number;
  readonly quantity_revision: number;
  readonly key_status: 'granted' | 'disabled' | 'revoked' | null;
  readonly key_status_revision: number;
  readonly transfer_event_id: number;
  readonly benefit: BenefitTerms;
  readonly purchase: PurchaseOfGrants;
};

type BenefitGrantPayload = {
  readonly customer_id: string;
  readonly member_id: string | null;
  readonly benefit_id: string;
  readonly subscription_id: string | null;
  readonly order_id: string | null;
  readonly is_granted: boolean;
  readonly properties: { readonly [name: string]: string };
  /**
   * Missing where a single grant was changed beside its purchase, and in events of builds before 29 November 2026: those who need it
   * ask.
   */
  decision?: GrantDecision;
};

/** What happened to a grant. */
export abstract class BenefitGrantEvent<
  Name extends string,
  Further extends EventPayload = object & EventPayload,
> extends DomainEvent<Name, BenefitGrantPayload & Further> {
  constructor(grant: ToldGrant, at: Date, further: Further) {
    const payload: BenefitGrantPayload = {
      customer_id: grant.customerId,
      member_id: grant.memberId,
      benefit_id: grant.benefitId,
      subscription_id: grant.subscriptionId,
      order_id: grant.orderId,
      is_granted: grant.isGranted,
      properties: grant.properties,
    };
    super(grant.organizationId, grant.id, at, { ...payload, ...further });
  }

  /** Adds what was decided about the purchase as a whole, which is known once all of its grants are. */
  tell(decision: GrantDecision): void {
    const payload: BenefitGrantPayload = this.payload;
    payload.decision = decision;
  }
}

/** A grant that waits for its license key was decided, or decided otherwise. `BenefitGrantCreated` follows when the key is known. */
export class BenefitGrantDecided extends BenefitGrantEvent<'benefit_grant.decided'> {
  readonly name = 'benefit_grant.decided';

  constructor(grant: ToldGrant, at: Date) {
    super(grant, at, {});
  }
}

/** The benefit was granted, for the first time or again. `waited_for_key` is missing in events from before grants waited. */
export class BenefitGrantCreated extends BenefitGrantEvent<'benefit_grant.created', { readonly waited_for_key: boolean }> {
  readonly name = 'benefit_grant.created';

  constructor(grant: ToldGrant, at: Date, { waitedForKey }: { readonly waitedForKey: boolean }) {
    super(grant, at, { waited_for_key: waitedForKey });
  }
}

/** The terms of the benefit changed (`terms_renewed`), or the properties of the grant. */
export class BenefitGrantUpdated extends BenefitGrantEvent<'benefit_grant.updated', { readonly terms_renewed: boolean }> {
  readonly name = 'benefit_grant.updated';

  constructor(grant: ToldGrant, at: Date, { termsRenewed }: { readonly termsRenewed: boolean }) {
    super(grant, at, { terms_renewed: termsRenewed });
  }
}

/**
 * The customer in `customer_id` no longer has the grant. It goes on, with another customer: `with_purchase`, and what was issued for it
 * follows, or because its license key got that customer.
 */
export class BenefitGrantTransferred extends DomainEvent<
  'benefit_grant.transferred',
  { readonly customer_id: string; readonly to_customer_id: string; readonly with_purchase: boolean }
> {
  readonly name = 'benefit_grant.transferred';

  constructor(grant: ToldGrant, at: Date, before: { readonly customerId: string; readonly isWithPurchase: boolean }) {
    const { customerId, isWithPurchase } = before;
    const to = { to_customer_id: grant.customerId, with_purchase: isWithPurchase };
    super(grant.organizationId, grant.id, at, { customer_id: customerId, ...to });
  }
}

export class BenefitGrantRevoked extends BenefitGrantEvent<'benefit_grant.revoked'> {
  readonly name = 'benefit_grant.revoked';

  constructor(grant: ToldGrant, at: Date) {
    super(grant, at, {});
  }
}
