import { DomainEvent } from '#kernel';

interface BenefitGrant {
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

type BenefitGrantPayload = {
  readonly customer_id: string;
  readonly member_id: string | null;
  readonly benefit_id: string;
  readonly subscription_id: string | null;
  readonly order_id: string | null;
  readonly is_granted: boolean;
  readonly properties: { readonly [name: string]: string };
};

const payloadOf = (grant: BenefitGrant): BenefitGrantPayload => ({
  customer_id: grant.customerId,
  member_id: grant.memberId,
  benefit_id: grant.benefitId,
  subscription_id: grant.subscriptionId,
  order_id: grant.orderId,
  is_granted: grant.isGranted,
  properties: grant.properties,
});

abstract class BenefitGrantEvent<Name extends string> extends DomainEvent<Name, BenefitGrantPayload> {
  constructor(grant: BenefitGrant, at: Date) {
    super(grant.organizationId, grant.id, at, payloadOf(grant));
  }
}

/** A grant that waits for its license key was decided, or decided otherwise. `BenefitGrantCreated` follows when the key is known. */
export class BenefitGrantDecided extends BenefitGrantEvent<'benefit_grant.decided'> {
  readonly name = 'benefit_grant.decided';
}

/** The benefit was granted, for the first time or again. `waited_for_key` is missing in events from before grants waited. */
export class BenefitGrantCreated extends DomainEvent<
  'benefit_grant.created',
  BenefitGrantPayload & { readonly waited_for_key: boolean }
> {
  readonly name = 'benefit_grant.created';

  constructor(grant: BenefitGrant, at: Date, { waitedForKey }: { readonly waitedForKey: boolean }) {
    super(grant.organizationId, grant.id, at, { ...payloadOf(grant), waited_for_key: waitedForKey });
  }
}

/** The terms of the benefit changed (`terms_renewed`), or the properties of the grant. */
export class BenefitGrantUpdated extends DomainEvent<
  'benefit_grant.updated',
  BenefitGrantPayload & { readonly terms_renewed: boolean }
> {
  readonly name = 'benefit_grant.updated';

  constructor(grant: BenefitGrant, at: Date, { termsRenewed }: { readonly termsRenewed: boolean }) {
    super(grant.organizationId, grant.id, at, { ...payloadOf(grant), terms_renewed: termsRenewed });
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

  constructor(grant: BenefitGrant, at: Date, before: { readonly customerId: string; readonly isWithPurchase: boolean }) {
    const { customerId, isWithPurchase } = before;
    const to = { to_customer_id: grant.customerId, with_purchase: isWithPurchase };
    super(grant.organizationId, grant.id, at, { customer_id: customerId, ...to });
  }
}

export class BenefitGrantRevoked extends BenefitGrantEvent<'benefit_grant.revoked'> {
  readonly name = 'benefit_grant.revoked';
}
