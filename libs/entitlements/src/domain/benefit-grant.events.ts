import { DomainEvent } from '#kernel';
import type { BenefitGrant } from './benefit-grant.ts';

abstract class BenefitGrantEvent extends DomainEvent {
  constructor(grant: BenefitGrant, at: Date) {
    const { organizationId, id, customerId, memberId, benefitId, subscriptionId, orderId, properties } = grant;
    super(organizationId, id, at, {
      customer_id: customerId,
      member_id: memberId,
      benefit_id: benefitId,
      subscription_id: subscriptionId,
      order_id: orderId,
      is_granted: grant.isGranted,
      properties,
    });
  }
}

/** The benefit was granted, or granted again. */
export class BenefitGrantCreated extends BenefitGrantEvent {
  readonly name = 'benefit_grant.created';
}

/** What is granted changed, or what the grant knows of it. */
export class BenefitGrantUpdated extends BenefitGrantEvent {
  readonly name = 'benefit_grant.updated';
}

export class BenefitGrantRevoked extends BenefitGrantEvent {
  readonly name = 'benefit_grant.revoked';
}
