import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { type Access, Clock, ResourceNotFound, ValidationFailed } from '#kernel';
import { Order } from '../domain/order.ts';
import type { BillingReason } from '../domain/order-details.ts';
import { Orders } from '../domain/orders.ts';
import { ExternalIdTaken } from '../domain/purchase.ts';
import type { Subscription } from '../domain/subscription.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { billedTo, type ReportedInput } from './resolve-purchase.ts';
import { reportedBefore, type ReportedPurchase } from './reported-before.ts';

/** What was charged for a subscription. What is left out is as agreed for the subscription. */
export interface SubscriptionPaymentInput extends ReportedInput {
  readonly subscriptionId: string;
  readonly billingReason: BillingReason;
  readonly purchasedAt?: Date;
  readonly status?: 'paid' | 'pending';
}

/** Creates the order of a payment for a subscription, unless it was reported before. The subscription does not change. */
export class RecordSubscriptionPayment extends Command<ReportedPurchase> {
  constructor(
    readonly access: Access,
    readonly input: SubscriptionPaymentInput,
  ) {
    super();
  }
}

@CommandHandler(RecordSubscriptionPayment)
export class RecordSubscriptionPaymentHandler implements ICommandHandler<RecordSubscriptionPayment> {
  constructor(
    private readonly orders: Orders,
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, input }: RecordSubscriptionPayment): Promise<ReportedPurchase> {
    const agreed = await this.agreed(access, input.subscriptionId);
    const { organizationId, currency, amount } = agreed;
    access.assertCanManage(organizationId);
    const again = await this.reportedBefore(organizationId, input);
    if (again) return again;
    if (input.amount === undefined && input.currency !== undefined && input.currency !== currency) {
      const message = 'The subscription is paid in another currency, so the amount has to be reported.';
      throw ValidationFailed.at(['currency'], message, input.currency);
    }
    const products = await this.queries.execute(new FindProducts([agreed.productId]));
    const description = products.get(agreed.productId)!.name;
    const reported = { ...input, amount: input.amount ?? amount, currency: input.currency ?? currency };
    const payment = { ...agreed, ...reported, taxAmount: input.taxAmount ?? agreed.taxAmount, description };
    const order = Order.ofSubscription(payment, await billedTo(this.queries, agreed.customerId), this.clock.now());
    try {
      await this.orders.add(order);
    } catch (error) {
      const concurrent = error instanceof ExternalIdTaken ? await this.reportedBefore(organizationId, input) : undefined;
      if (!concurrent) throw error;
      return concurrent;
    }
    return { id: order.id, isNew: true };
  }

  private async agreed(access: Access, id: string) {
    try {
      return await this.subscriptions.change({ id, organizations: access.visible }, agreedOf);
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
      throw ValidationFailed.at(['subscriptionId'], 'Subscription does not exist.', id);
    }
  }

  private reportedBefore(organizationId: string, input: SubscriptionPaymentInput): Promise<ReportedPurchase | undefined> {
    const { subscriptionId, externalId, amount, taxAmount, currency } = input;
    const isSameCustomer = async (): Promise<boolean> => true;
    return reportedBefore<Order>(this.orders, { organizationId, externalId }, isSameCustomer, (order, isSame) =>
      order.assertReportedAs({ subscriptionId, amount, taxAmount, currency }, isSame),
    );
  }
}

const agreedOf = ({ snapshot }: Subscription) => {
  const { organizationId, customerId, recipientId, productId, priceIds, amount, taxAmount, currency } = snapshot;
  return { organizationId, customerId, recipientId, productId, priceId: priceIds[0] ?? null, amount, taxAmount, currency };
};
