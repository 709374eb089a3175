import { readdirSync, readFileSync } from 'node:fs';
import { LEMON_SQUEEZY_EVENTS, PADDLE_EVENTS, type SampleEvent, STRIPE_EVENTS } from '../../../testing/sample-events.ts';
import { EventNotUnderstood, type Provider } from '../../domain/provider.ts';
import type { Meanings } from './event-reader.ts';
import { LemonSqueezy } from './lemon-squeezy.ts';
import * as lemonSqueezy from './lemon-squeezy-values.ts';
import { Paddle } from './paddle.ts';
import * as paddle from './paddle-values.ts';
import { Stripe } from './stripe.ts';
import * as stripe from './stripe-values.ts';

const STRIPE_TYPES = 'node_modules/stripe/esm/resources';
const PADDLE_TYPES = 'node_modules/@paddle/paddle-node-sdk/dist/types/enums';
const LEMON_SQUEEZY_TYPES = 'node_modules/@lemonsqueezy/lemonsqueezy.js/dist/index.d.ts';

/** The values of a type or field in the package of the provider; `before` is a line that comes before it. */
function valuesOf(file: string, name: string, before = ''): string[] {
  const text = readFileSync(`${import.meta.dirname}/../../../../../${file}`, 'utf8');
  const from = text.indexOf(before);
  const [, union = ''] = new RegExp(`\\b(?:type ${name} =|${name}\\??:)\\s*([^;]+);`).exec(text.slice(from)) ?? [];
  const values = [...union.matchAll(/["']([^"']+)["']/g)].map(([, value]) => value!);
  if (from < 0 || values.length === 0) throw new Error(`${file} has no values of ${name}.`);
  return values;
}

const LISTS: readonly (readonly [name: string, values: readonly string[], meanings: Meanings<unknown>])[] = [
  ['Stripe: subscription', valuesOf(`${STRIPE_TYPES}/Subscriptions.d.ts`, 'Status'), stripe.STRIPE_SUBSCRIPTION_STATUSES],
  ['Stripe: pause', valuesOf(`${STRIPE_TYPES}/Subscriptions.d.ts`, 'Behavior'), stripe.PAUSE_BEHAVIORS],
  ['Stripe: dispute', valuesOf(`${STRIPE_TYPES}/Disputes.d.ts`, 'Status'), stripe.DISPUTE_STATUSES],
  // The package has no type for it: the values are those of its documentation.
  ['Stripe: refund', ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'], stripe.REFUND_STATUSES],
  ['Stripe: invoice', valuesOf(`${STRIPE_TYPES}/Invoices.d.ts`, 'BillingReason'), stripe.STRIPE_BILLING_REASONS],
  ['Stripe: line of an invoice', valuesOf(`${STRIPE_TYPES}/InvoiceLineItems.d.ts`, 'Type'), stripe.LINE_PARENTS],
  ['Stripe: tax of a line', valuesOf(`${STRIPE_TYPES}/InvoiceLineItems.d.ts`, 'TaxBehavior'), stripe.TAX_BEHAVIORS],
  ['Stripe: tax of a price', valuesOf(`${STRIPE_TYPES}/Prices.d.ts`, 'TaxBehavior'), stripe.TAX_BEHAVIORS],
  ['Stripe: mode of a session', valuesOf(`${STRIPE_TYPES}/Checkout/Sessions.d.ts`, 'Mode'), stripe.SESSION_MODES],
  ['Stripe: payment', valuesOf(`${STRIPE_TYPES}/Checkout/Sessions.d.ts`, 'PaymentStatus'), stripe.PAYMENT_STATUSES],
  [
    'Paddle: subscription',
    valuesOf(`${PADDLE_TYPES}/subscription/subscription-status.d.ts`, 'SubscriptionStatus'),
    paddle.PADDLE_SUBSCRIPTION_STATUSES,
  ],
  [
    'Paddle: scheduled change',
    valuesOf(`${PADDLE_TYPES}/subscription/scheduled-change-action.d.ts`, 'ScheduledChangeAction'),
    paddle.SCHEDULED_ACTIONS,
  ],
  [
    'Paddle: transaction',
    valuesOf(`${PADDLE_TYPES}/shared/transaction-origin.d.ts`, 'TransactionOrigin'),
    paddle.TRANSACTION_ORIGINS,
  ],
  [
    'Paddle: adjustment',
    valuesOf(`${PADDLE_TYPES}/adjustment/adjustment-action.d.ts`, 'AdjustmentAction'),
    paddle.ADJUSTMENT_ACTIONS,
  ],
  [
    'Paddle: status of an adjustment',
    valuesOf(`${PADDLE_TYPES}/adjustment/adjustment-status.d.ts`, 'AdjustmentStatus'),
    paddle.ADJUSTMENT_STATUSES,
  ],
  ['Paddle: tax', valuesOf(`${PADDLE_TYPES}/shared/tax-mode.d.ts`, 'TaxMode'), paddle.TAX_MODES],
  ['Paddle: collection', valuesOf(`${PADDLE_TYPES}/shared/collection-mode.d.ts`, 'CollectionMode'), paddle.COLLECTION_MODES],
  [
    'Lemon Squeezy: subscription',
    valuesOf(LEMON_SQUEEZY_TYPES, 'SubscriptionStatus'),
    lemonSqueezy.LEMON_SQUEEZY_SUBSCRIPTION_STATUSES,
  ],
  ['Lemon Squeezy: pause', valuesOf(LEMON_SQUEEZY_TYPES, 'mode', 'type Pause ='), lemonSqueezy.PAUSE_MODES],
  ['Lemon Squeezy: order', valuesOf(LEMON_SQUEEZY_TYPES, 'OrderStatus'), lemonSqueezy.ORDER_STATUSES],
  ['Lemon Squeezy: invoice', valuesOf(LEMON_SQUEEZY_TYPES, 'InvoiceStatus'), lemonSqueezy.INVOICE_STATUSES],
  ['Lemon Squeezy: reason', valuesOf(LEMON_SQUEEZY_TYPES, 'InvoiceBillingReason'), lemonSqueezy.LEMON_SQUEEZY_BILLING_REASONS],
];

test.each(LISTS)('%s: every value that the package of the provider knows has a meaning', (_, values, meanings) => {
  expect(values.filter((value) => !Object.hasOwn(meanings, value))).toEqual([]);
});

/** Where the values of the lists stand in the events. */
const STRIPE_LINE = String.raw`data\.object\.lines\.data\.\d+`;
const PROVIDERS: readonly (readonly [Provider, readonly SampleEvent[], RegExp])[] = [
  [
    new Stripe(),
    STRIPE_EVENTS,
    new RegExp(
      `^(data\\.object\\.(status|billing_reason|mode|payment_status|pause_collection\\.behavior)|${STRIPE_LINE}\\.(type|parent\\.type|taxes\\.\\d+\\.tax_behavior))$`,
    ),
  ],
  [
    new Paddle(),
    PADDLE_EVENTS,
    /^data\.(status|origin|action|collection_mode|scheduled_change\.action|items\.\d+\.price\.tax_mode)$/,
  ],
  [new LemonSqueezy(), LEMON_SQUEEZY_EVENTS, /^data\.attributes\.(status|billing_reason|pause\.mode)$/],
];

/** The event once for each of its texts, with another one there. */
function* withUnknown(value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
  if (typeof value === 'string') yield [path, 'of a later version'];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const [at, changed] of withUnknown(inner, path === '' ? name : `${path}.${name}`)) {
      yield [at, Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }];
    }
  }
}

function valueUnknownIn(provider: Provider, event: unknown): string | null {
  try {
    provider.read(JSON.stringify(event));
    return null;
  } catch (error) {
    return error instanceof EventNotUnderstood ? error.value : String(error);
  }
}

test.each(PROVIDERS)('events of %# with a value of a later version are understood as nothing else', (provider, events, paths) => {
  const found = new Set<string>();
  for (const event of events) {
    const { type, event_type: name } = event as { type?: string; event_type?: string };
    for (const [path, changed] of withUnknown(event)) {
      if (!paths.test(path) || (path === 'data.object.status' && !String(type).match(/subscription|dispute|refund/))) continue;
      if (path === 'data.status' && String(name).startsWith('transaction')) continue;
      found.add(path);
      expect([type ?? name, path, valueUnknownIn(provider, changed)]).toEqual([type ?? name, path, 'of a later version']);
    }
  }
  expect(found.size).toBeGreaterThan(2);
});

test('the readers compare no value of a provider with a text: each list is closed', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /-(updates|payments)\.ts$/.test(name));
  expect(files).toHaveLength(4);
  for (const file of files) {
    const text = readFileSync(`${import.meta.dirname}/${file}`, 'utf8');
    expect([file, /\.text(OrNull)?\(\)\s*(===|!==)\s*'|\.has\([^)]*\.text/.exec(text)?.[0]]).toEqual([file, undefined]);
  }
});

test.each(['pending', 'failed', 'fraudulent'])('Lemon Squeezy: an order that is %s is no payment', (status) => {
  const events = LEMON_SQUEEZY_EVENTS.filter((event) => JSON.stringify(event).includes('"status":"paid"'));
  expect(events).toHaveLength(2);
  for (const event of events) {
    const kindsOf = (of: string) =>
      new LemonSqueezy().read(JSON.stringify(event).replace('status":"paid"', `status":"${of}"`)).updates.map(({ kind }) => kind);
    expect(kindsOf('paid')).toContain('payment');
    expect(kindsOf(status)).not.toContain('payment');
  }
});

test('Stripe: a thin event says that snapshot payloads are to be chosen', () => {
  const thin = {
    id: 'evt_1',
    object: 'v2.core.event',
    type: 'v1.invoice.paid',
    created: '2026-06-01T12:00:00.000Z',
    livemode: true,
    related_object: { id: 'in_1', type: 'invoice', url: '/v1/invoices/in_1' },
  };
  const stripeReader = new Stripe();
  expect(stripeReader.identify(JSON.stringify(thin))).toMatchObject({ id: 'evt_1', isTest: false });
  expect(() => stripeReader.read(JSON.stringify(thin))).toThrow('choose snapshot payloads');
});
