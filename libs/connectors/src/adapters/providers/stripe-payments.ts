import type { BuyerValue, Fact, Item } from '../../domain/facts.ts';
import { keyNamedIn, productNamedIn, refsOf } from './event-reader.ts';
import type { StripeInvoiceLine, StripeObject, StripeSessionItem } from './stripe-fields.ts';

const REASONS = {
  subscription_create: 'subscription_create',
  subscription_cycle: 'subscription_cycle',
  subscription_update: 'subscription_update',
} as const;

/** As events name customers. */
type Text = BuyerValue<string> | null;

export const customerFact = (ref: string, email: Text, name: Text): Fact => ({ kind: 'customer', ref, email, name });

export function invoiceFacts(invoice: StripeObject, createdAt: string): Fact[] {
  const ref = invoice.at('id').text();
  const parent = invoice.at('parent', 'subscription_details');
  const subscriptionRef = parent.at('subscription').idOrNull() ?? invoice.at('subscription').idOrNull();
  const customerRef = invoice.at('customer').idOrNull() ?? ref;
  const lines = invoice.at('lines', 'data').list();
  const total = invoice.at('total').integer();
  const taxes = invoice.at('total_taxes').isMissing ? invoice.at('total_tax_amounts') : invoice.at('total_taxes');
  const taxAmount = invoice.at('tax').integerOrNull() ?? sum(taxes.list().map((tax) => tax.at('amount').integer()));
  const reason = invoice.at('billing_reason').textOrNull() ?? '';
  const payment: Fact = {
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
    reason: reason in REASONS ? REASONS[reason as keyof typeof REASONS] : 'purchase',
    maybeOfSubscription: false,
    items: subscriptionRef === null ? lines.map((line) => lineItem(line, invoice)) : [],
    amount: Math.max(total - taxAmount, 0),
    taxAmount: Math.max(taxAmount, 0),
    currency: invoice.at('currency').text().toLowerCase(),
    paidAt: invoice.at('status_transitions', 'paid_at').timeOrNull() ?? createdAt,
    ...keyNamedIn(invoice.at('metadata')),
  };
  const customer = customerFact(customerRef, invoice.at('customer_email').textOrNull(), invoice.at('customer_name').textOrNull());
  return [payment, customer, ...paidPeriods(subscriptionRef, lines)];
}

const isOfSubscription = (line: StripeInvoiceLine): boolean =>
  line.at('parent', 'type').textOrNull() === 'subscription_item_details' || line.at('type').textOrNull() === 'subscription';

const isProration = (line: StripeInvoiceLine): boolean =>
  line.at('proration').isTrue() || line.at('parent').at('subscription_item_details', 'proration').isTrue();

function paidPeriods(subscriptionRef: string | null, lines: readonly StripeInvoiceLine[]): Fact[] {
  if (subscriptionRef === null) return [];
  return lines
    .filter((line) => isOfSubscription(line) && !isProration(line))
    .map((line) => {
      const start = line.at('period', 'start').time();
      return { kind: 'paid_period', ref: subscriptionRef, start, end: line.at('period', 'end').time(), since: start };
    });
}

/** What an item costs without discounts, and without tax where the price includes it. */
function lineItem(line: StripeInvoiceLine, invoice: StripeObject): Item {
  const amount = line.at('amount').integer();
  const discount = sum(
    line
      .at('discount_amounts')
      .list()
      .map((each) => each.at('amount').integer()),
  );
  const taxes = line.at('taxes').isMissing ? line.at('tax_amounts') : line.at('taxes');
  const included = taxes
    .list()
    .filter((tax) => tax.at('inclusive').isTrue() || tax.at('tax_behavior').textOrNull() === 'inclusive')
    .map((tax) => tax.at('amount').integer());
  const price = line.at('pricing', 'price_details');
  return {
    key: line.at('id').text(),
    refs: refsOf(
      price.at('price').idOrNull() ?? line.at('price', 'id').textOrNull() ?? line.at('plan', 'id').textOrNull(),
      price.at('product').idOrNull() ?? line.at('price', 'product').idOrNull(),
    ),
    ...productNamedIn(line.at('price', 'metadata'), line.at('metadata'), invoice.at('metadata')),
    quantity: line.at('quantity').integerOrNull() ?? 1,
    amount: Math.max(amount - discount - sum(included), 0),
  };
}

const PAID = new Set(['paid', 'no_payment_required']);

/** An invoice brings what was bought, if the session has one. A guest has no id at Stripe but that of the session. */
export function checkoutFacts(session: StripeObject, createdAt: string): Fact[] {
  const ref = session.at('id').text();
  const customerRef = session.at('customer').idOrNull() ?? ref;
  const customer = customerFact(
    customerRef,
    session.at('customer_details', 'email').textOrNull() ?? session.at('customer_email').textOrNull(),
    session.at('customer_details', 'name').textOrNull(),
  );
  const isPaid = PAID.has(session.at('payment_status').text());
  if (session.at('mode').text() !== 'payment' || !isPaid || !session.at('invoice').isMissing) return [customer];
  const taxAmount = session.at('total_details', 'amount_tax').integerOrNull() ?? 0;
  const amount = Math.max(session.at('amount_total').integer() - taxAmount, 0);
  const items = session.at('line_items', 'data').list();
  const link = session.at('payment_link').idOrNull();
  const whole: Item = {
    key: ref,
    refs: refsOf(link),
    ...productNamedIn(session.at('metadata')),
    quantity: 1,
    amount,
  };
  const payment: Fact = {
    kind: 'payment',
    ref,
    aliases: refsOf(session.at('payment_intent').idOrNull()),
    customerRef,
    subscriptionRef: null,
    reason: 'purchase',
    maybeOfSubscription: false,
    items: items.length === 0 ? [whole] : items.map((item) => sessionItem(item, session)),
    amount,
    taxAmount,
    currency: session.at('currency').text().toLowerCase(),
    paidAt: createdAt,
    ...keyNamedIn(session.at('metadata')),
  };
  return [payment, customer];
}

const sessionItem = (item: StripeSessionItem, session: StripeObject): Item => ({
  key: item.at('id').text(),
  refs: refsOf(item.at('price', 'id').textOrNull(), item.at('price', 'product').idOrNull()),
  ...productNamedIn(item.at('price', 'metadata'), session.at('metadata')),
  quantity: item.at('quantity').integerOrNull() ?? 1,
  amount: Math.max(item.at('amount_total').integer() - (item.at('amount_tax').integerOrNull() ?? 0), 0),
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
