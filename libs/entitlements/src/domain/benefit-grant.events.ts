import { DomainEvent, type JsonValue } from '#kernel';

interface BenefitGrant {
  readonly id: string;
  readonly organizationId: string;
  readonly customerId: string;
  readonly memberId: string | null;
  readonly benefitId: string;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly isGranted: boolean;
  readonly properties: { readonly [name: string]: string };
}

abstract class BenefitGrantEvent extends DomainEvent {
  constructor(grant: BenefitGrant, at: Date, more: Record<string, JsonValue> = {}) {
    const { organizationId, id, customerId, memberId, benefitId, subscriptionId, orderId, properties } = grant;
    super(organizationId, id, at, {
      customer_id: customerId,
      member_id: memberId,
      benefit_id: benefitId,
      subscription_id: subscriptionId,
      order_id: orderId,
      is_granted: grant.isGranted,
      properties,
      ...more,
    });
  }
}

/** The benefit was granted, or granted again. */
export class BenefitGrantCreated extends BenefitGrantEvent {
  readonly name = 'benefit_grant.created';
}

/** What is granted changed (`terms_renewed`), or what the grant knows of it. */
export class BenefitGrantUpdated extends BenefitGrantEvent {
  readonly name = 'benefit_grant.updated';

  constructor(grant: BenefitGrant, at: Date, { termsRenewed }: { readonly termsRenewed: boolean }) {
    super(grant, at, { terms_renewed: termsRenewed });
  }
}

export class BenefitGrantRevoked extends BenefitGrantEvent {
  readonly name = 'benefit_grant.revoked';
}
