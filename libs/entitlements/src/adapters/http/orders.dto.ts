import type { Access } from '#kernel';
import { defineRequest, type InputOf } from '#platform/http';
import { SHORT_TEXT } from '#support/texts';
import {
  addressFrom,
  AddressInput,
  blankToNull,
  unionByKey,
  describeFields,
  describeInput,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
  type Field,
  type Fields,
  integer,
  list,
  literal,
  withDefault,
  refusing,
  strict,
} from '#platform/wire';
import { PlaceOrder } from '../../commands/place-order.ts';
import { RecordSubscriptionPayment } from '../../commands/record-subscription-payment.ts';
import { excluding, requiring } from './field-combinations.ts';
import { documentFrom, documentOf } from './order-documents.dto.ts';
import { byAnyCustomer, MAX_QUANTITY, reportedFields, reportedInput, toPurchaseInput } from './purchases.dto.ts';

const texts = describeInput('order');
const path = describeFields({ id: uuid4() }, texts.path);

const MAX_ITEMS = 100;

const OrderItemInput = strict(
  object(
    {
      product_id: uuid4(),
      product_price_id: optional(nullable(uuid4())),
      quantity: withDefault(integer({ ge: 1, le: MAX_QUANTITY }), () => 1),
      amount: optional(nullable(integer({ ge: 0 }))),
      description: optional(nullable(text({ min: 1, ...SHORT_TEXT }))),
    },
    'OrderItemCreate',
    {
      product_id: 'The ID of the product. It must not be sold by seats.',
      product_price_id:
        'The ID of the price at which the product was bought, in the currency of the order. It must not be archived. An extension.',
      quantity:
        'How many are bought. It multiplies the price; what it does to license keys, their benefits say (`quantity`). Other benefits are granted once.',
      amount: {
        text: 'The amount for the whole quantity in minor units, without tax. The price of the product times the quantity by default.',
        example: 2900,
      },
      description: { text: 'The label of the item. The name of the product by default.', example: 'Acme Pro, upgrade' },
    },
  ),
);

const payment = {
  purchased_at: optional(nullable(timestamp())),
  status: withDefault(oneOf(['paid', 'pending']), () => 'paid' as const),
};
const PAYMENT = {
  purchased_at:
    'When it was bought, if that was earlier. Not in the future, and not before 2000. Keys that expire do so counted from this time.',
  status:
    '`pending` for an invoice that is paid later: no benefits are granted until the order is updated with the status `paid`. `paid` by default.',
};

const variants = byAnyCustomer(
  {
    ...payment,
    product_id: optional(uuid4()),
    items: optional(nullable(list(OrderItemInput, { min: 1, max: MAX_ITEMS }))),
  },
  'OrderCreate',
  {
    ...PAYMENT,
    product_id: 'The ID of the product. Either `product_id` or `items` is required.',
    items: 'Several products that are bought together, instead of `product_id`. The benefits of each are granted.',
  },
);

const NOT_WITH_ITEMS = { items: ['product_id', 'product_price_id', 'quantity', 'seats', 'amount'] };

const ofProducts = <T>(variant: Field<T> & { readonly fields: Fields }): Field<T> =>
  requiring(excluding(variant, NOT_WITH_ITEMS), ['product_id', 'items']);

const REPORTED_REASONS = ['subscription_create', 'subscription_cycle', 'subscription_update'] as const;

const ofSubscription = excluding(
  reportedFields(
    {
      ...payment,
      subscription_id: uuid4(),
      billing_reason: withDefault(oneOf(REPORTED_REASONS), () => 'subscription_cycle' as const),
    },
    'OrderCreateSubscription',
    {
      ...PAYMENT,
      subscription_id: 'The ID of the subscription that was paid, such as its renewal. The subscription does not change.',
      billing_reason: 'What was paid: the start of the subscription, a new period, or a change.',
      amount: { text: 'The amount in minor units, without tax. The amount of the subscription by default.', example: 2900 },
      tax_amount: 'The tax on the amount, in minor units. The tax of the subscription by default.',
      currency: 'The currency (ISO 4217, lower case). The currency of the subscription by default.',
    },
  ),
  {
    subscription_id: [
      'product_id',
      'product_price_id',
      'items',
      'quantity',
      'seats',
      'renews_license_key_id',
      'customer_id',
      'external_customer_id',
      'customer',
      'recipient',
      'license_keys',
      'deliver_by_email',
    ],
  },
);

const { byId, byExternalId, byFacts } = variants;

export const CreateOrderRequest = defineRequest({
  body: unionByKey(
    'subscription_id',
    ofSubscription,
    unionByKey('customer', ofProducts(byFacts), unionByKey('external_customer_id', ofProducts(byExternalId), ofProducts(byId))),
  ),
});

type CreateOrder = InputOf<typeof CreateOrderRequest>['body'];

/** The command for what is reported: an order of products, or a payment for a subscription. */
export function commandFor(access: Access, body: CreateOrder): PlaceOrder | RecordSubscriptionPayment {
  const times = { purchasedAt: body.purchased_at ?? undefined, status: body.status };
  if ('subscription_id' in body) {
    const of = { subscriptionId: body.subscription_id, billingReason: body.billing_reason };
    return new RecordSubscriptionPayment(access, { ...reportedInput(body), ...times, ...of });
  }
  const { priceId, quantity: bought, ...facts } = toPurchaseInput(body);
  const purchase = { ...facts, ...times };
  if (!body.items) return new PlaceOrder(access, { ...purchase, productId: body.product_id!, priceId, quantity: bought });
  const items = body.items.map(({ product_id, product_price_id, quantity, amount, description }) => ({
    productId: product_id,
    priceId: product_price_id ?? undefined,
    quantity,
    amount: amount ?? undefined,
    description: description ?? undefined,
  }));
  return new PlaceOrder(access, { ...purchase, items });
}

export const OneOrderRequest = defineRequest({ path });

/** What an order was placed with. Sending it is an error, because the caller expects it to change. */
const FIXED = new Set([
  'seats',
  'quantity',
  'renews_license_key_id',
  'product_id',
  'product_price_id',
  'customer_id',
  'amount',
  'tax_amount',
  'currency',
  'metadata',
  'custom_field_data',
]);

/** Fields that are left out, `null` or blank stay as they are; documents that are `null` are removed. */
export const UpdateOrderRequest = defineRequest({
  path,
  body: refusing(
    object(
      {
        billing_name: optional(blankToNull({ max: 256 })),
        billing_address: optional(nullable(AddressInput)),
        status: optional(nullable(literal('paid'))),
        invoice: documentOf('Invoice'),
        receipt: documentOf('Receipt'),
      },
      'OrderUpdate',
      {
        status: 'Reports that a pending order was paid: its benefits are granted. An order that is paid stays as it is.',
        invoice: 'The invoice, made elsewhere, that customers get in the portal. `null` removes it. An extension.',
        receipt: 'The receipt, made elsewhere, that customers get in the portal. `null` removes it. An extension.',
        billing_name: { text: 'The name on the invoice.', example: 'Acme Inc.' },
        billing_address:
          'The address on the invoice. Replaces the existing one as a whole; country and state cannot change once they are set.',
      },
    ),
    (name) => FIXED.has(name),
  ),
});

export const changesFrom = (body: InputOf<typeof UpdateOrderRequest>['body']) => ({
  billingName: body.billing_name,
  billingAddress: body.billing_address && addressFrom(body.billing_address),
  isPaid: body.status === 'paid',
  documents: { invoice: documentFrom(body.invoice), receipt: documentFrom(body.receipt) },
});
