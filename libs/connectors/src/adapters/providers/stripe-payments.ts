import type { BuyerValue, CustomerUpdate, PaymentLine, ProviderUpdate } from '../../domain/provider-updates.ts';
import { type Choices, chosenIn, refsOf, saidInMetadata } from './event-reader.ts';
import type { Mark } from '../../domain/provider.ts';
import { paidOf } from '../../domain/payment-parts.ts';
import type { StripeInvoiceLine, StripeObject, StripeSessionItem } from './stripe-fields.ts';
import {
  STRIPE_BILLING_REASONS,
  LINE_PARENTS,
  LINE_TYPES,
  PAYMENT_STATUSES,
  SESSION_MODES,
  TAX_BEHAVIORS,
} from './stripe-values.ts';

/** As events name customers. */
type Text = BuyerValue<string> | null;

export const customerUpdate = (ref: string, email: Text, name: Text): CustomerUpdate => ({ kind: 'customer', ref, email, name });

export function invoiceUpdates(invoice: StripeObject, createdAt: string, mark: Mark | null): ProviderUpdate[] {
  const ref = invoice.at('id').text();
  const parent = invoice.at('parent', 'subscription_details');
  const subscriptionRef = parent.at('subscription').idOrNull() ?? invoice.at('subscription').idOrNull();
  const customerRef = invoice.at('customer').idOrNull() ?? ref;
  const lines = invoice.at('lines', 'data').list();
  const taxes = invoice.at('total_taxes').isMissing ? invoice.at('total_tax_amounts') : invoice.at('total_taxes');
  const taxAmount = invoice.at('tax').integerOrNull() ?? sum(taxes.list().map((tax) => tax.at('amount').integer()));
  const paidAt = invoice.at('status_transitions', 'paid_at').timeOrNull() ?? createdAt;
  const payment: ProviderUpdate = {
    kind: 'payment',
    ref,
    aliases: refsOf(
      invoice.at('payment_intent').idOrNull(),
      invoice.at('charge').idOrNull(),
      ...invoice
        .at('payments', 'data')
        .list()
        .map((each) => each.at('payment', 'payment_intent').idOrNull()),
    ),
    customerRef,
    subscriptionRef,
    reason: invoice.at('billing_reason').meaningOrNull(STRIPE_BILLING_REASONS) ?? 'purchase',
    maybeOfSubscription: false,
    lines: lines.filter((line) => !isCredit(line)).map((line) => lineOf(line, invoice, subscriptionRef, mark)),
    ...(invoice.at('lines', 'has_more').isTrue() ? { lineCount: invoice.at('lines', 'total_count').integerOrNull() } : {}),
    ...paidOfInvoice(invoice, taxAmount),
    currency: invoice.at('currency').text().toLowerCase(),
    paidAt,
    ...chosenIn(invoice.at('metadata')),
  };
  const customer = customerUpdate(
    customerRef,
    invoice.at('customer_email').textOrNull(),
    invoice.at('customer_name').textOrNull(),
  );
  return [payment, customer, ...paidPeriods(subscriptionRef, lines, paidAt)];
}

/** Without shipping. What is due is left after the balance of the customer, and was paid, at Stripe or elsewhere. */
function paidOfInvoice(invoice: StripeObject, tax: number) {
  const shipping = invoice.at('shipping_cost', 'amount_total').integerOrNull() ?? 0;
  const shippingTax = invoice.at('shipping_cost', 'amount_tax').integerOrNull() ?? 0;
  const total = invoice.at('total').integer();
  const paid = invoice.first('amount_due', 'amount_paid').integerOrNull();
  const ofShipping = paid === null || total <= 0 ? shipping : Math.round((shipping * Math.min(paid, total)) / total);
  return paidOf({ total: total - shipping, tax: tax - shippingTax, paid: paid === null ? null : paid - ofShipping });
}

const isOfSubscription = (line: StripeInvoiceLine): boolean =>
  line.at('parent', 'type').meaningOrNull(LINE_PARENTS) ?? line.at('type').meaningOrNull(LINE_TYPES) ?? false;

const isProration = (line: StripeInvoiceLine): boolean =>
  line.at('proration').isTrue() ||
  line.at('parent').at('subscription_item_details', 'proration').isTrue() ||
  line.at('parent').at('invoice_item_details', 'proration').isTrue();

/** What is credited for an item of a subscription belongs to the item; every other credit lowers what was paid in all. */
const isCredit = (line: StripeInvoiceLine): boolean =>
  line.at('amount').integer() < 0 && !isOfSubscription(line) && !isProration(line);

function paidPeriods(subscriptionRef: string | null, lines: readonly StripeInvoiceLine[], paidAt: string): ProviderUpdate[] {
  if (subscriptionRef === null) return [];
  return lines
    .filter((line) => isOfSubscription(line) && !isProration(line))
    .map((line) => {
      const start = line.at('period', 'start').time();
      return { kind: 'paid_period', ref: subscriptionRef, start, end: line.at('period', 'end').time(), since: start, paidAt };
    });
}

/** What a line costs without discounts, and without tax where the price includes it. */
function lineOf(line: StripeInvoiceLine, invoice: StripeObject, subscriptionRef: string | null, mark: Mark | null): PaymentLine {
  const discounts = line.at('discount_amounts').list();
  const taxes = (line.at('taxes').isMissing ? line.at('tax_amounts') : line.at('taxes')).list();
  const included = taxes.filter(
    (tax) => tax.at('inclusive').isTrue() || tax.at('tax_behavior').meaningOrNull(TAX_BEHAVIORS) === true,
  );
  const discount = sum(discounts.map((each) => each.at('amount').integer()));
  const amount = line.at('amount').integer() - discount - sum(included.map((tax) => tax.at('amount').integer()));
  const price = line.at('pricing', 'price_details');
  const isRecurring = (isOfSubscription(line) || isProration(line)) && subscriptionRef !== null;
  const itemKey =
    line.at('parent').at('subscription_item_details', 'subscription_item').idOrNull() ?? line.at('subscription_item').idOrNull();
  const metadata = [line.at('price', 'metadata'), line.at('metadata')] as const;
  return {
    key: line.at('id').text(),
    refs: refsOf(
      price.at('price').idOrNull() ?? line.at('price', 'id').textOrNull() ?? line.at('plan', 'id').textOrNull(),
      price.at('product').idOrNull() ?? line.at('price', 'product').idOrNull(),
    ),
    // The metadata of the invoice of a subscription names the product of the subscription.
    ...saidInMetadata(mark, ...metadata, ...(subscriptionRef === null ? [invoice.at('metadata')] : [])),
    quantity: line.at('quantity').integerOrNull() ?? 1,
    amount: isRecurring ? amount : Math.max(amount, 0),
    taxAmount: sum(taxes.map((tax) => tax.at('amount').integer())),
    ...(isRecurring ? { recurring: { itemKey } } : {}),
  };
}

/** An invoice brings what was bought, if the session has one. A guest has no id at Stripe but that of the session. */
export function checkoutUpdates(session: StripeObject, createdAt: string, mark: Mark | null): ProviderUpdate[] {
  const ref = session.at('id').text();
  const customerRef = session.at('customer').idOrNull() ?? ref;
  const customer = customerUpdate(
    customerRef,
    session.at('customer_details', 'email').textOrNull() ?? session.at('customer_email').textOrNull(),
    session.at('customer_details', 'name').textOrNull(),
  );
  const isPaid = session.at('payment_status').meaning(PAYMENT_STATUSES);
  if (!session.at('mode').meaning(SESSION_MODES) || !isPaid || !session.at('invoice').isMissing) return [customer];
  const taxAmount = session.at('total_details', 'amount_tax').integerOrNull() ?? 0;
  const amount = Math.max(session.at('amount_total').integer() - taxAmount, 0);
  const items = session.at('line_items', 'data').list();
  const link = session.at('payment_link').idOrNull();
  const whole: PaymentLine = {
    key: ref,
    refs: refsOf(link),
    ...saidInMetadata(mark, session.at('metadata')),
    quantity: 1,
    amount,
    taxAmount,
  };
  const payment: ProviderUpdate = {
    kind: 'payment',
    ref,
    aliases: refsOf(session.at('payment_intent').idOrNull()),
    customerRef,
    subscriptionRef: null,
    reason: 'purchase',
    maybeOfSubscription: false,
    lines: items.length === 0 ? [whole] : items.map((item) => sessionItem(item, session, mark)),
    ...(session.at('line_items', 'has_more').isTrue() ? { lineCount: null } : {}),
    amount,
    taxAmount,
    currency: session.at('currency').text().toLowerCase(),
    paidAt: createdAt,
    ...chosenIn(session.at('metadata')),
    ...giftNamedIn(session),
  };
  return [payment, customer];
}

/** Keys of custom fields are letters and digits only. */
const GIFT_FIELD = 'latchkeygiftemail';

/** The field of the checkout in which the buyer names who gets the purchase as a gift. */
function giftNamedIn(session: StripeObject): Choices {
  const field = session
    .at('custom_fields')
    .list()
    .find((each) => each.at('key').is(GIFT_FIELD));
  const giftTo = field?.at('text', 'value').anyTextOrNull() ?? null;
  return giftTo === null ? {} : { giftTo };
}

const sessionItem = (item: StripeSessionItem, session: StripeObject, mark: Mark | null): PaymentLine => ({
  key: item.at('id').text(),
  refs: refsOf(item.at('price', 'id').textOrNull(), item.at('price', 'product').idOrNull()),
  ...saidInMetadata(mark, item.at('price', 'metadata'), session.at('metadata')),
  quantity: item.at('quantity').integerOrNull() ?? 1,
  amount: Math.max(item.at('amount_total').integer() - (item.at('amount_tax').integerOrNull() ?? 0), 0),
  taxAmount: item.at('amount_tax').integerOrNull(),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
