/** What happens to a purchase at a provider. `at` chooses among the items. */
export type Step =
  | { readonly kind: 'add' | 'replace'; readonly price: string; readonly at: number }
  | { readonly kind: 'remove' | 'reorder'; readonly at: number }
  | { readonly kind: 'quantity'; readonly at: number; readonly quantity: number }
  | { readonly kind: 'renew'; readonly once: readonly Bought[] }
  | { readonly kind: 'refund'; readonly line: number }
  | { readonly kind: 'dispute'; readonly status: Dispute }
  | { readonly kind: 'hand_over' }
  | { readonly kind: 'past_due' | 'recover' | 'pause' | 'resume' | 'cancel' };

/** A price, and how many of it. */
export interface Bought {
  readonly price: string;
  readonly quantity: number;
}

/** What the provider says of a dispute. */
export type Dispute = 'needs_response' | 'under_review' | 'won' | 'lost';

/** What the provider says in the end. */
export interface Final {
  readonly status: 'active' | 'past_due' | 'paused' | 'canceled';
  /** The items, each as the prices that it had, the last one first. */
  readonly items: readonly (readonly Bought[])[];
  /** Everything that was bought once and not refunded. */
  readonly once: readonly Bought[];
  /** The total of all payments, refunded or not. */
  readonly paid: number;
  /** The dispute, with the total of its payment. */
  readonly dispute: { readonly status: Dispute; readonly total: number } | null;
  /** How many items began, and did not replace another one. */
  readonly begun: number;
  /** The number of the customer who has the subscription. */
  readonly customer: number;
}

interface Item extends Bought {
  readonly id: string;
  /** The latest first. */
  readonly former: readonly Bought[];
}

interface Told {
  readonly status: Final['status'];
  readonly items: readonly Item[];
  readonly period: readonly [number, number];
  /** The number of the customer. */
  readonly customer: number;
}

/** The e-mail address of a customer. */
export const emailOf = (customer: number): string => `buyer-${customer}@example.com`;

/** How a provider tells it. Times are days since the beginning. */
export interface Teller {
  readonly hasItemIds: boolean;
  /** Whether its subscriptions have one item each. */
  readonly hasOneItem?: boolean;
  /** What it calls a price. */
  idOf?(price: string): string;
  /** What the provider says of a new customer by itself. */
  customer(at: number, customer: number): readonly object[];
  subscription(type: 'created' | 'updated' | 'canceled', at: number, told: Told): object;
  paid(at: number, number: number, told: Told, once: readonly Bought[]): readonly object[];
  refunded(at: number, number: number, line: Bought & { readonly index: number; readonly customer: number }): readonly object[];
  /** The dispute of a whole payment; missing where the provider's disputes are not read. */
  disputed?(at: number, number: number, dispute: Dispute, total: number): object;
}

export const PRICE_OF_ITEM = 1_000;
export const totalOfItem = ({ quantity }: Bought): number => PRICE_OF_ITEM * quantity;
/** Different for each line, so that a refund of one is of that one. */
export const totalOfOnce = ({ quantity }: Bought, index: number): number => (301 + index) * quantity;

type DisputeOfPayment = NonNullable<Final['dispute']> & { readonly payment: number };

const isClosed = (dispute: DisputeOfPayment | null): boolean => dispute?.status === 'won' || dispute?.status === 'lost';

const totalOf = (items: readonly Item[], once: readonly Bought[]): number =>
  [...items.map(totalOfItem), ...once.map(totalOfOnce)].reduce((total, each) => total + each, 0);

/** The events of a life, and what the customer should have after it. */
export function live(teller: Teller, steps: readonly Step[]): { readonly events: readonly object[]; readonly final: Final } {
  let [items, status, month, ids, begun]: [Item[], Final['status'], number, number, number] = [[], 'active', 0, 0, 1];
  let customer = 1;
  const payments: { readonly once: readonly Bought[]; readonly total: number; readonly refunded: Set<number> }[] = [];
  let dispute: DisputeOfPayment | null = null;
  const formerOf = new Map<string, readonly Bought[]>();
  const newItem = (price: string, former: readonly Bought[]): Item => ({
    id: teller.hasItemIds ? `si_${(ids += 1)}` : price,
    price,
    quantity: 1,
    former,
  });
  items = [newItem('p_base', [])];
  const seen = new Set(['p_base']);
  const told = (): Told => ({ status, items, period: [month * 30, month * 30 + 30], customer });
  let at = 0;
  const events: object[] = [...teller.customer(0, customer), teller.subscription('created', (at += 0.01), told())];
  const pay = (once: readonly Bought[]): void => {
    events.push(...teller.paid((at += 0.01), payments.length, told(), once));
    payments.push({ once, total: totalOf(items, once), refunded: new Set() });
  };
  const update = (): void => void events.push(teller.subscription('updated', (at += 0.01), told()));
  pay([]);
  for (const step of steps) {
    if (status === 'canceled') break;
    const index = 'at' in step && items.length > 0 ? step.at % items.length : 0;
    switch (step.kind) {
      case 'add':
        if (teller.hasOneItem || items.some(({ price }) => price === step.price)) break;
        items = items.toSpliced(
          step.at % (items.length + 1),
          0,
          newItem(step.price, (teller.hasItemIds ? undefined : formerOf.get(step.price)) ?? []),
        );
        if (teller.hasItemIds || !formerOf.delete(step.price)) begun += 1;
        seen.add(step.price);
        update();
        break;
      case 'replace':
        if (items.length === 0 || items.some(({ price }) => price === step.price) || (!teller.hasItemIds && seen.has(step.price)))
          break;
        items = items.with(index, newItem(step.price, [boughtOf(items[index]!), ...items[index]!.former])).toReversed();
        seen.add(step.price);
        update();
        break;
      case 'remove':
        if (items.length < 2) break;
        formerOf.set(items[index]!.price, items[index]!.former);
        items = items.toSpliced(index, 1);
        update();
        break;
      case 'quantity':
        if (items.length === 0) break;
        items = items.with(index, { ...items[index]!, quantity: step.quantity });
        update();
        break;
      case 'hand_over':
        customer += 1;
        events.push(...teller.customer((at += 0.01), customer));
        update();
        break;
      case 'reorder':
        items = items.toReversed();
        update();
        break;
      case 'renew':
        if (status === 'paused') break;
        month += 1;
        at = Math.max(at, month * 30);
        status = 'active';
        update();
        pay(step.once);
        break;
      case 'refund': {
        const payment = payments.at(-1)!;
        if (payment.once.length === 0) break;
        const line = step.line % payment.once.length;
        if (payment.refunded.size > 0) break;
        payment.refunded.add(line);
        events.push(...teller.refunded((at += 0.01), payments.length - 1, { ...payment.once[line]!, index: line, customer }));
        break;
      }
      case 'dispute':
        if (!teller.disputed || isClosed(dispute)) break;
        dispute = { ...(dispute ?? { payment: payments.length - 1, total: payments.at(-1)!.total }), status: step.status };
        events.push(teller.disputed((at += 0.01), dispute.payment, dispute.status, dispute.total));
        break;
      case 'past_due':
      case 'recover':
      case 'pause':
      case 'resume':
        status = step.kind === 'past_due' ? 'past_due' : step.kind === 'pause' ? 'paused' : 'active';
        update();
        break;
      case 'cancel':
        status = 'canceled';
        events.push(teller.subscription('canceled', (at += 0.01), told()));
    }
  }
  const once = payments.flatMap((payment) => payment.once.filter((_, index) => !payment.refunded.has(index)));
  return {
    events,
    final: {
      status,
      items: items.map((item) => [boughtOf(item), ...item.former]),
      once,
      paid: payments.reduce((all, { total }) => all + total, 0),
      dispute,
      begun,
      customer,
    },
  };
}

const boughtOf = ({ price, quantity }: Bought): Bought => ({ price, quantity });

const START = Date.UTC(2026, 0, 1);
const seconds = (day: number): number => Math.round(START / 1000 + day * 86_400);
export const iso = (day: number): string => new Date(seconds(day) * 1000).toISOString();

/** What is special about events of Stripe. */
interface StripeEvents {
  /** How many events about the subscription are of one second. Their ids say nothing, and what they change says more. */
  readonly ofOneSecond?: number;
  /** How many items or lines an event lists at most. Stripe lists ten of them. */
  readonly mostListed?: number;
}

export function stripeTeller({ ofOneSecond = 1, mostListed = Infinity }: StripeEvents = {}): Teller {
  let [number, told, second] = [0, 0, 0];
  let last: { readonly [name: string]: unknown } | undefined;
  const event = (type: string, at: number, object: { readonly [name: string]: unknown }): object => {
    number += 1;
    const id = ofOneSecond === 1 ? number : (number * 7_919) % 99_991;
    const stored = { id: `evt_${String(id).padStart(5, '0')}`, object: 'event', type, created: seconds(at), livemode: true };
    if (ofOneSecond === 1 || !type.startsWith('customer.subscription.')) return { ...stored, data: { object } };
    if (told % ofOneSecond === 0) second = seconds(at);
    told += 1;
    const before = Object.entries(last ?? {}).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(object[name]));
    last = object;
    return { ...stored, created: second, data: { object, previous_attributes: Object.fromEntries(before) } };
  };
  const list = (data: readonly object[]): object => {
    const isCut = data.length > mostListed;
    return { data: data.slice(0, mostListed), has_more: isCut, ...(isCut ? { total_count: data.length } : {}) };
  };
  return {
    hasItemIds: true,
    // Invoices name the first one.
    customer: (at, customer) =>
      customer === 1 ? [] : [event('customer.created', at, { id: `cus_${customer}`, email: emailOf(customer), name: null })],
    subscription: (type, at, { status, items, period: [start, end], customer }) =>
      event(`customer.subscription.${type === 'canceled' ? 'deleted' : type}`, at, {
        id: 'sub_1',
        customer: `cus_${customer}`,
        status,
        currency: 'usd',
        start_date: seconds(0),
        ended_at: status === 'canceled' ? seconds(at) : null,
        items: list(
          items.map(({ id, price, quantity }) => ({
            id,
            quantity,
            price: { id: price, product: `prod_of_${price}`, unit_amount: PRICE_OF_ITEM },
            current_period_start: seconds(start),
            current_period_end: seconds(end),
          })),
        ),
      }),
    paid: (at, payment, { items, period: [start, end], customer }, once) => [
      event('invoice.paid', at, {
        id: `in_${payment}`,
        customer: `cus_${customer}`,
        customer_email: emailOf(customer),
        currency: 'usd',
        billing_reason: payment === 0 ? 'subscription_create' : 'subscription_cycle',
        parent: { subscription_details: { subscription: 'sub_1' } },
        payment_intent: `pi_${payment}`,
        total: totalOf(items, once),
        // In another order than the items of the subscription.
        lines: list([
          ...items.toReversed().map((item) => ({
            id: `il_${payment}_${item.id}`,
            amount: totalOfItem(item),
            quantity: item.quantity,
            period: { start: seconds(start), end: seconds(end) },
            parent: { type: 'subscription_item_details', subscription_item_details: { subscription_item: item.id } },
            pricing: { price_details: { price: item.price } },
          })),
          ...once.map((bought, index) => ({
            id: `il_${payment}_once_${index}`,
            amount: totalOfOnce(bought, index),
            quantity: bought.quantity,
            period: { start: seconds(start), end: seconds(start) },
            parent: { type: 'invoice_item_details' },
            pricing: { price_details: { price: bought.price } },
          })),
        ]),
      }),
    ],
    refunded: (at, payment, { index, ...bought }) => [
      event('charge.refunded', at, {
        id: `ch_${payment}`,
        payment_intent: `pi_${payment}`,
        amount_refunded: totalOfOnce(bought, index),
      }),
    ],
    disputed: (at, payment, status, amount) =>
      event(`charge.dispute.${status === 'won' || status === 'lost' ? 'closed' : 'updated'}`, at, {
        id: `dp_${payment}`,
        charge: `ch_${payment}`,
        payment_intent: `pi_${payment}`,
        amount,
        status,
        reason: 'fraudulent',
        evidence_details: { due_by: null },
      }),
  };
}

export function paddleTeller(): Teller {
  let number = 0;
  const event = (event_type: string, at: number, data: object): object => ({
    event_id: `evt_${String((number += 1)).padStart(5, '0')}`,
    event_type,
    occurred_at: iso(at),
    data,
  });
  const price = (id: string, isRecurring: boolean): object => ({
    id,
    product_id: `pro_of_${id}`,
    unit_price: { amount: String(PRICE_OF_ITEM) },
    billing_cycle: isRecurring ? { interval: 'month', frequency: 1 } : null,
  });
  return {
    hasItemIds: false,
    customer: (at, customer) => [event('customer.created', at, { id: `ctm_${customer}`, email: emailOf(customer), name: null })],
    subscription: (type, at, { status, items, period: [start, end], customer }) =>
      event(`subscription.${type}`, at, {
        id: 'sub_1',
        customer_id: `ctm_${customer}`,
        status,
        currency_code: 'USD',
        started_at: iso(0),
        canceled_at: status === 'canceled' ? iso(at) : null,
        current_billing_period: { starts_at: iso(start), ends_at: iso(end) },
        items: items.map((item) => ({ price: price(item.price, true), quantity: item.quantity, recurring: true })),
      }),
    paid: (at, payment, { items, period: [start, end], customer }, once) => {
      const lines = [
        ...items.map((item, index) => ({
          id: `txnitm_${payment}_${index}`,
          price: item.price,
          quantity: item.quantity,
          total: totalOfItem(item),
          isRecurring: true,
        })),
        ...once.map((of, index) => ({
          id: `txnitm_${payment}_once_${index}`,
          price: of.price,
          quantity: of.quantity,
          total: totalOfOnce(of, index),
          isRecurring: false,
        })),
      ];
      return [
        event('transaction.completed', at, {
          id: `txn_${payment}`,
          customer_id: `ctm_${customer}`,
          subscription_id: 'sub_1',
          origin: payment === 0 ? 'web' : 'subscription_recurring',
          currency_code: 'USD',
          billed_at: iso(at),
          billing_period: { starts_at: iso(start), ends_at: iso(end) },
          items: lines.map((line) => ({ price: price(line.price, line.isRecurring), quantity: line.quantity })),
          details: {
            totals: { total: String(lines.reduce((total, line) => total + line.total, 0)), tax: '0' },
            line_items: lines.map(({ id, price: price_id, total }) => ({
              id,
              price_id,
              totals: { total: String(total), tax: '0' },
            })),
          },
        }),
      ];
    },
    refunded: (at, payment, { index, ...bought }) => [
      event('adjustment.created', at, {
        id: `adj_${payment}`,
        transaction_id: `txn_${payment}`,
        action: 'refund',
        status: 'approved',
        totals: { total: String(totalOfOnce(bought, index)) },
        items: [{ item_id: `txnitm_${payment}_once_${index}`, totals: { total: String(totalOfOnce(bought, index)) } }],
      }),
    ],
  };
}
