import { DomainEvent } from '#kernel';
import type { RefundStatus } from './refund.ts';

interface Refund {
  readonly id: string;
  readonly organizationId: string;
  readonly orderId: string;
  readonly subscriptionId: string | null;
  readonly customerId: string;
  readonly amount: number;
  readonly taxAmount: number;
  readonly currency: string;
  readonly revokeBenefits: boolean;
  readonly status: RefundStatus;
}

type RefundPayload = {
  readonly order_id: string;
  readonly subscription_id: string | null;
  readonly customer_id: string;
  readonly amount: number;
  readonly tax_amount: number;
  readonly currency: string;
  readonly revoke_benefits: boolean;
};

const payloadOf = (refund: Refund): RefundPayload => ({
  order_id: refund.orderId,
  subscription_id: refund.subscriptionId,
  customer_id: refund.customerId,
  amount: refund.amount,
  tax_amount: refund.taxAmount,
  currency: refund.currency,
  revoke_benefits: refund.revokeBenefits,
});

export class RefundCreated extends DomainEvent<'refund.created', RefundPayload> {
  readonly name = 'refund.created';

  constructor(refund: Refund, at: Date) {
    super(refund.organizationId, refund.id, at, payloadOf(refund));
  }
}

export class RefundUpdated extends DomainEvent<'refund.updated', RefundPayload & { readonly status: RefundStatus }> {
  readonly name = 'refund.updated';

  constructor(refund: Refund, at: Date) {
    super(refund.organizationId, refund.id, at, { ...payloadOf(refund), status: refund.status });
  }
}
