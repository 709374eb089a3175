import { DomainEvent } from '#kernel';

interface Dispute {
  readonly id: string;
  readonly organizationId: string;
  readonly orderId: string;
  readonly customerId: string;
  readonly status: string;
  readonly revokeBenefits: boolean;
}

type DisputePayload = {
  readonly order_id: string;
  readonly customer_id: string;
  readonly status: string;
  readonly revoke_benefits: boolean;
};

abstract class DisputeEvent<Name extends string> extends DomainEvent<Name, DisputePayload> {
  constructor({ id, organizationId, orderId, customerId, status, revokeBenefits }: Dispute, at: Date) {
    super(organizationId, id, at, { order_id: orderId, customer_id: customerId, status, revoke_benefits: revokeBenefits });
  }
}

export class DisputeCreated extends DisputeEvent<'dispute.created'> {
  readonly name = 'dispute.created';
}

/** The status, the reason or the deadline for evidence changed. */
export class DisputeUpdated extends DisputeEvent<'dispute.updated'> {
  readonly name = 'dispute.updated';
}
