import { LEMON_SQUEEZY_EVENTS, PADDLE_EVENTS, type SampleEvent, STRIPE_EVENTS } from '../../../testing/sample-events.ts';
import type { Item, ProviderUpdate } from '../../domain/provider-updates.ts';
import type { Provider } from '../../domain/provider.ts';
import { EventReader, type Fields, chosenIn, CHOICE_METADATA, type SELLER_METADATA, type Source } from './event-reader.ts';
import { LemonSqueezy } from './lemon-squeezy.ts';
import { LEMON_SQUEEZY_FIELDS } from './lemon-squeezy-fields.ts';
import { Paddle } from './paddle.ts';
import { PADDLE_FIELDS } from './paddle-fields.ts';
import { Stripe } from './stripe.ts';
import { STRIPE_FIELDS } from './stripe-fields.ts';

interface Case {
  readonly provider: Provider;
  readonly fields: Fields;
  readonly events: readonly SampleEvent[];
  /** What only a seller can write, by the documentation of the provider. */
  readonly sellers: readonly string[];
  /** What buyers can write, by the documentation of the provider, with everything in it. */
  readonly buyers: readonly string[];
}

const OBJECT = 'data.object';
const CASES: readonly Case[] = [
  {
    provider: new Stripe(),
    fields: STRIPE_FIELDS,
    events: STRIPE_EVENTS,
    sellers: [
      `${OBJECT}.metadata`,
      `${OBJECT}.items.data.*.metadata`,
      `${OBJECT}.items.data.*.price.metadata`,
      `${OBJECT}.items.data.*.plan.metadata`,
      `${OBJECT}.lines.data.*.metadata`,
      `${OBJECT}.lines.data.*.price.metadata`,
      `${OBJECT}.line_items.data.*.price.metadata`,
    ],
    buyers: [
      'client_reference_id',
      'custom_fields',
      'customer_details',
      'customer_email',
      'customer_name',
      'customer_address',
      'email',
      'name',
      'phone',
      'shipping',
      'billing_details',
      'default_payment_method.metadata',
      'payment_method_details.metadata',
      'metadata.latchkey_renews_license_key_id',
      'metadata.latchkey_gift_email',
    ].map((name) => `${OBJECT}.${name}`),
  },
  {
    provider: new Paddle(),
    fields: PADDLE_FIELDS,
    events: PADDLE_EVENTS,
    sellers: [
      'data.items.*.price.custom_data',
      'data.items.*.product.custom_data',
      'data.details.line_items.*.product.custom_data',
    ],
    buyers: ['data.custom_data', 'data.email', 'data.name', 'data.checkout'],
  },
  {
    provider: new LemonSqueezy(),
    fields: LEMON_SQUEEZY_FIELDS,
    events: LEMON_SQUEEZY_EVENTS,
    sellers: [],
    buyers: ['meta.custom_data', 'data.attributes.user_email', 'data.attributes.user_name'],
  },
];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const within = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
const nameIn = (parent: object, name: string): string => (Array.isArray(parent) ? '*' : name);
const isIn = (paths: readonly string[], path: string): boolean => paths.some((each) => `${path}.`.startsWith(`${each}.`));

/** The declared values, by their paths. */
function declaredIn(fields: Fields, path = ''): ReadonlyMap<string, Source> {
  if (typeof fields === 'string') return new Map([[path, fields]]);
  const all = Object.entries(fields).map(([name, inner]) => declaredIn(inner as Fields, within(path, nameIn(fields, name))));
  return new Map(all.flatMap((each) => [...each]));
}

const pathsIn = (value: unknown, path = ''): string[] =>
  isObject(value)
    ? [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, within(path, nameIn(value, name))))]
    : [path];

/** The value, and whatever is read of it later, noted in `paths`. */
function noting(value: unknown, paths: Set<string>, path = ''): unknown {
  if (!isObject(value)) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      const inner: unknown = Reflect.get(target, name, receiver);
      if (typeof name === 'symbol' || (Array.isArray(target) && !/^\d+$/.test(name))) return inner;
      const at = within(path, nameIn(target, name));
      paths.add(at);
      return noting(inner, paths, at);
    },
  });
}

/**
 * All that an event says, but who the buyer is, which license key the buyer wants to be renewed, and who gets the purchase as a gift: the
 * key is one of the buyer's own, and whoever gets the gift gets what was paid, so nothing is granted that was not.
 */
function said(provider: Provider, event: unknown) {
  const body = JSON.stringify(event);
  const { id: _digest, ...identified } = provider.identify(body);
  const { rank, updates } = provider.read(body);
  const anonymous = updates.map((update: ProviderUpdate) => {
    if (update.kind === 'customer') return { ...update, email: null, name: null };
    return update.kind === 'payment' || update.kind === 'subscription'
      ? { ...update, renewsKey: undefined, giftTo: undefined }
      : update;
  });
  return { ...identified, rank, updates: anonymous };
}

/** The event with other values everywhere but at the trusted paths. */
function changed(value: unknown, trusted: readonly string[], path = ''): unknown {
  if (isIn(trusted, path)) return value;
  if (isObject(value)) {
    const entries = Object.entries(value).map(([name, inner]) => [
      name,
      changed(inner, trusted, within(path, nameIn(value, name))),
    ]);
    return Array.isArray(value) ? entries.map(([, inner]) => inner as unknown) : Object.fromEntries(entries);
  }
  return typeof value === 'number' ? value + 1000 : typeof value === 'boolean' ? !value : `changed ${String(value)}`;
}

describe.each(CASES)('events of $provider.name', ({ provider, fields, events, sellers, buyers }) => {
  const declared = declaredIn(fields);
  const declaredAs = (...sources: readonly Source[]) =>
    [...declared.keys()].filter((path) => sources.includes(declared.get(path)!));

  test('are read at declared paths only, and each of those is read', () => {
    const paths = new Set<string>();
    const parse = JSON.parse.bind(JSON);
    const parsed = import.meta.jest.spyOn(JSON, 'parse').mockImplementation((text: string) => noting(parse(text), paths));
    try {
      for (const event of events) said(provider, event);
    } finally {
      parsed.mockRestore();
    }
    const known = [...declared.keys()];
    // What contains declared values may be read on the way to them; of an object that is referred to, its id.
    const isDeclared = (path: string) =>
      known.some((each) => each === path || each.startsWith(`${path}.`) || `${each}.id` === path);
    expect([...paths].filter((path) => !isDeclared(path))).toEqual([]);
    expect(known.filter((path) => !paths.has(path))).toEqual([]);
  });

  test('are declared by who can write them', () => {
    const named = sellers.map((path) => `${path}.latchkey_product_id`);
    expect(declaredAs('seller').toSorted()).toEqual(named.toSorted());
    expect([...declared.keys()].filter((path) => isIn(buyers, path)).toSorted()).toEqual(declaredAs('buyer').toSorted());
    const written = new Set(events.flatMap((event) => pathsIn(event)));
    expect(buyers.filter((path) => !written.has(path))).toEqual([]);
  });

  test.each(events)('say the same of a purchase, whatever a buyer writes: %#', (event) => {
    const original = said(provider, event);
    expect(original.updates).not.toEqual([]);
    expect(said(provider, changed(event, declaredAs('seller', 'provider')))).toEqual(original);
  });
});

type Fits<A, B> = [A] extends [B] ? true : false;
type Text<S extends Source> = ReturnType<EventReader<S>['text']>;
type Integer<S extends Source> = ReturnType<EventReader<S>['integer']>;
type Naming<S extends Source> = EventReader<{ readonly latchkey_product_id: S }>;
/** What `productNamedIn` takes. */
type Metadata = EventReader<typeof SELLER_METADATA>;

/** Whether values of a source may be what is granted, and how much. The check of types refuses other values of the list. */
type Decides<S extends Source> = [
  Fits<Text<S>, Item['productId']>,
  Fits<Text<S>, Item['refs'][number]>,
  Fits<Integer<S>, Item['quantity']>,
  Fits<Integer<S>, Item['amount']>,
];

test('for the types, what a buyer wrote is no product, price, quantity or amount', () => {
  const sellers: [...Decides<'seller'>, Fits<Naming<'seller'>, Metadata>] = [true, true, true, true, true];
  const buyers: [...Decides<'buyer'>, Fits<Naming<'buyer'>, Metadata>] = [false, false, false, false, false];
  expect(buyers).toEqual(sellers.map((may) => !may));
});

test.each([null, 7, true, [], {}, '', 'x'.repeat(2000)])('%p is no license key to be renewed, and no problem', (value) => {
  const text = JSON.stringify({ latchkey_renews_license_key_id: value });
  expect(chosenIn(EventReader.of(text, CHOICE_METADATA))).toEqual({});
});

test('a text is read without what changes the direction in which it is shown', () => {
  const event = EventReader.of('{"name": "Ada\\u202egpj.exe"}', { name: 'buyer' } as const);
  expect(JSON.stringify(event.at('name').text())).toContain('Adagpj.exe');
});

test('an event that is nested too deeply is none', () => {
  const text = `{"name":${'['.repeat(256)}${']'.repeat(256)}}`;
  expect(() => EventReader.of(text, { name: 'buyer' } as const)).toThrow('nested more than 256 levels');
});

test('a value that is not declared is not read', () => {
  const event: EventReader<Record<string, Fields>> = EventReader.of('{"name": "a"}', { id: 'provider' });
  expect(() => event.at('name')).toThrow('name is not declared');
});
