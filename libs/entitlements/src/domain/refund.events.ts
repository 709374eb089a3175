import { DomainEvent } from '#kernel';

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
}

export class RefundCreated extends DomainEvent<
  'refund.created',
  {
    readonly order_id: string;
    readonly subscription_id: string | null;
    readonly customer_id: string;
    readonly amount: number;
    readonly tax_amount: number;
    readonly currency: string;
    readonly revoke_benefits: boolean;
  }
> {
  readonly name = 'refund.created';

  constructor(refund: Refund, at: Date) {
    super(refund.organizationId, refund.id, at, {
      order_id: refund.orderId,
      subscription_id: refund.subscriptionId,
      customer_id: refund.customerId,
      amount: refund.amount,
      tax_amount: refund.taxAmount,
      currency: refund.currency,
      revoke_benefits: refund.revokeBenefits,
    });
  }
}
