import { DomainEvent } from '#kernel';
import type { ChangedFields } from '#support/changes';

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

const payloadOf = ({ orderId, customerId, status, revokeBenefits }: Dispute): DisputePayload => ({
  order_id: orderId,
  customer_id: customerId,
  status,
  revoke_benefits: revokeBenefits,
});

abstract class DisputeEvent<Name extends string> extends DomainEvent<Name, DisputePayload> {
  constructor(dispute: Dispute, at: Date) {
    super(dispute.organizationId, dispute.id, at, payloadOf(dispute));
  }
}

export class DisputeCreated extends DisputeEvent<'dispute.created'> {
  readonly name = 'dispute.created';
}

/** The status, the reason, the deadline for evidence or what it takes away changed. */
export class DisputeUpdated extends DomainEvent<'dispute.updated', DisputePayload & { readonly changes: ChangedFields }> {
  readonly name = 'dispute.updated';

  constructor(dispute: Dispute, at: Date, changes: ChangedFields) {
    super(dispute.organizationId, dispute.id, at, { ...payloadOf(dispute), changes });
  }
}
