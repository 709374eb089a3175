import type { Schema } from '../../api/client.ts';

/** The events that a connector reads, as they are called where they are chosen at the provider; one that ends with `*` stands for several. */
export const PROVIDER_EVENTS: Readonly<Record<Schema<'Connector'>['provider'], readonly string[]>> = {
  stripe: [
    'customer.created',
    'customer.updated',
    'customer.subscription.*',
    'invoice.paid',
    'invoice_payment.paid',
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'charge.refunded',
    'refund.*',
    'charge.refund.updated',
    'charge.dispute.*',
  ],
  paddle: [
    'customer.created',
    'customer.updated',
    'customer.imported',
    'subscription.*',
    'transaction.completed',
    'adjustment.created',
    'adjustment.updated',
  ],
  lemon_squeezy: ['order_*', 'subscription_*'],
};
