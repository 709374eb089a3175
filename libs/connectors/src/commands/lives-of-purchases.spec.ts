import fc from 'fast-check';
import { lemonSqueezyTeller } from '../../testing/lemon-squeezy-lives.ts';
import {
  type Bought,
  emailOf,
  type Final,
  live,
  paddleTeller,
  type Step,
  stripeTeller,
  type Teller,
} from '../../testing/provider-lives.ts';
import { IMPORTED_EMAIL, PurchasesWorld } from '../../testing/purchases-world.ts';
import type { ProviderName } from '../domain/provider.ts';

/** `u_…` are mapped to no product, `n_…` to nothing. */
const PRICES: { readonly [price: string]: string | null } = {
  p_base: 'base',
  p_pro: 'pro',
  p_add: 'add',
  n_free: null,
  o_key: 'key',
  o_book: 'book',
  n_setup: null,
};
const MONTHLY = ['p_pro', 'p_add', 'u_month', 'n_free'] as const;
const ONCE = ['o_key', 'o_book', 'u_once', 'n_setup'] as const;

const at = fc.nat(5);
const quantity = fc.integer({ min: 1, max: 3 });
const once = (...prices: readonly string[]): fc.Arbitrary<Bought[]> =>
  fc.uniqueArray(fc.record({ price: fc.constantFrom(...prices), quantity }), { maxLength: 3, selector: ({ price }) => price });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add', 'replace'), price: fc.constantFrom(...MONTHLY), at }),
  fc.record({ kind: fc.constantFrom('remove', 'reorder'), at }),
  fc.record({ kind: fc.constant('quantity'), at, quantity }),
  fc.record({ kind: fc.constant('renew'), once: once(...ONCE) }),
  fc.record({ kind: fc.constant('refund'), line: fc.nat(2) }),
  fc.record({ kind: fc.constant('dispute'), status: fc.constantFrom('needs_response', 'under_review', 'won', 'lost') }),
  fc.record({ kind: fc.constantFrom('past_due', 'recover', 'pause', 'resume', 'cancel', 'hand_over') }),
);

const delivered = (all: readonly Bought[]): string[] =>
  all.flatMap(({ price, quantity: some }) => (PRICES[price] ? [`${some} ${PRICES[price]}`] : [])).sort();
const unmapped = (all: readonly Bought[]): string[] => all.flatMap(({ price }) => (price in PRICES ? [] : [price])).sort();

/** What was paid for an item whose price is not mapped is recorded when it is, or where the item was mapped before. */
const outcomeOf = (world: PurchasesWorld) => {
  const isMapped = ![...world.events.stored.values()].some(({ event }) => event.body.includes('"u_month"'));
  const orders = [...world.orders].filter(([, { productId }]) => isMapped || productId !== null);
  return {
    entitled: world.entitledQuantities,
    orders: orders.map(([id, { productId, quantity: some, amount, refunded }]) => [id, productId, some, amount, refunded]).sort(),
    holders: world.holders,
    listed: world.listed,
    disputes: [...world.disputes.values()].map(({ status, total }) => `${status} ${total}`).sort(),
  };
};

/** What became of the events, whichever connector told them. */
const statusesIn = (world: PurchasesWorld): readonly string[] => [...world.events.stored.values()].map(({ status }) => status);

const RECURRING = ['base', 'pro', 'add', 'month', 'free'];

const pricesAt = ({ idOf = (price) => price }: Teller, prices = PRICES) =>
  Object.fromEntries(Object.entries(prices).map(([price, product]) => [idOf(price), product]));

/** The connectors that tell the events, and the id under which the seller imported the subscription before. */
interface Told {
  readonly by?: readonly number[];
  readonly importedAs?: string;
  /** Between the events, the seller voids orders or takes that back. */
  readonly voids?: readonly number[];
}

async function receive(
  provider: ProviderName,
  teller: Teller,
  events: readonly object[],
  { by = [0], importedAs, voids = [] }: Told = {},
): Promise<PurchasesWorld> {
  const world = await PurchasesWorld.open(provider, { prices: pricesAt(teller), recurring: RECURRING });
  if (importedAs !== undefined) world.importSubscription(importedAs, 'base');
  const connectors = [world.connector];
  while (connectors.length <= Math.max(...by)) connectors.push(await world.connect());
  for (const [index, event] of events.entries()) {
    await world.receive(event, connectors[by[index % by.length]!]);
    if (voids.length > 0) world.toggleVoid(voids[index % voids.length]!);
  }
  return world;
}

const connectorOf = fc.array(fc.nat(2), { minLength: 1, maxLength: 20 });

const holderOf = (customer: number, importedEmail?: string): string => (customer === 1 && importedEmail) || emailOf(customer);

function expectHas(
  world: PurchasesWorld,
  { status, items, once: bought, paid, dispute, customer }: Final,
  { idOf = (price) => price }: Teller,
  importedEmail?: string,
): void {
  const access = status === 'active' || status === 'past_due' ? items : [];
  // Whoever the provider names has all of it, also what is paused.
  expect(world.holders.filter((email) => email !== holderOf(customer, importedEmail))).toEqual([]);
  // Only who was imported with another e-mail address than at the provider is asked about.
  expect(world.changedEmails.filter((email) => importedEmail === undefined || email !== emailOf(1))).toEqual([]);
  // An item whose price is not mapped brings what it brought before.
  expect(world.entitledQuantities).toEqual(
    delivered(access.flatMap((prices) => prices.find(({ price }) => price in PRICES) ?? [])),
  );
  const unmappedItems = unmapped(access.map(([last]) => last!));
  expect(world.boughtOnce).toEqual(delivered(bought));
  // Each order of a disputed payment has its share, and no other order has a dispute.
  const disputes = [...world.disputes.values()];
  expect(new Set(disputes.map(({ orderId }) => orderId)).size).toBe(disputes.length);
  expect(disputes.filter((each) => each.status !== dispute?.status)).toEqual([]);
  const disputed = disputes.reduce((sum, { total }) => sum + total, 0);
  const isAllSold = ![...world.events.stored.values()].some(({ event }) => /"[un]_/.test(event.body));
  const most = dispute?.total ?? 0;
  expect(disputed).toBeLessThanOrEqual(most);
  expect(isAllSold ? disputed : most).toBe(most);
  const ordered = [...world.orders.values()].reduce((sum, { amount }) => sum + amount, 0);
  expect(isAllSold ? ordered : paid).toBe(paid);
  // Nothing that was paid is processed without a delivery or a line in the list.
  expect(world.listed).toEqual([...unmappedItems, ...unmapped(bought)].map((price) => idOf(price)).sort());
  const stored = [...world.events.stored.values()];
  const isMapped = !stored.some(({ event }) => event.body.includes('"u_'));
  expect(stored.filter((each) => isMapped && each.status !== 'processed' && each.status !== 'ignored')).toEqual([]);
}

describe.each([
  ['stripe', stripeTeller],
  ['paddle', paddleTeller],
  ['lemon_squeezy', lemonSqueezyTeller],
] as const)('lives of purchases at %s', (provider, teller) => {
  test('end in what the provider says, in every order of the events, however often and by which connector each of them comes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        fc.array(fc.nat(40), { maxLength: 8 }),
        connectorOf,
        async (steps, keys, repeated, by) => {
          const { events, final } = live(teller(), steps);
          const inOrder = await receive(provider, teller(), events);
          expectHas(inOrder, final, teller());
          expect(inOrder.subscriptions.size).toBeLessThanOrEqual(final.begun);
          const again = repeated.flatMap((index) => events[index] ?? []);
          const shuffled = [...events, ...again]
            .map((event) => ({ event, key: keys.next().value as number }))
            .sort((one, other) => one.key - other.key)
            .map(({ event }) => event);
          const anyhow = await receive(provider, teller(), shuffled, { by });
          expectHas(anyhow, final, teller());
          expect(outcomeOf(anyhow)).toEqual(outcomeOf(inOrder));
        },
      ),
      { numRuns: 300, seed: 33 },
    ));

  test('lose with an order that the seller voids only what it brought, and have it again once it is restored', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(at, { minLength: 1 }),
        connectorOf,
        async (steps, voids, by) => {
          const { events, final } = live(teller(), steps);
          const without = await receive(provider, teller(), events);
          const world = await receive(provider, teller(), events, { voids, by });
          expect(statusesIn(world)).toEqual(statusesIn(without));
          expect(world.entitledQuantities).toEqual(without.entitledQuantities);
          const some = [...world.orders.values()].filter(({ isVoid }) => isVoid);
          const taken = some.flatMap(({ productId, quantity: of, amount, refunded }) =>
            productId === null || refunded === amount ? [] : [`${of} ${productId}`],
          );
          expect([...world.boughtOnce, ...taken].sort()).toEqual(without.boughtOnce);
          for (const order of some) order.isVoid = false;
          expectHas(world, final, teller());
          expect(outcomeOf(world)).toEqual(outcomeOf(without));
        },
      ),
      { numRuns: 100, seed: 52 },
    ));

  test('of a subscription that was imported before go on with it', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), connectorOf, fc.boolean(), async (steps, by, isBare) => {
        const { events, final } = live(teller(), steps);
        const id = provider === 'lemon_squeezy' ? 'subscription_1' : 'sub_1';
        const importedAs = isBare ? id.replace('subscription_', '') : id;
        const world = await receive(provider, teller(), events, { by, importedAs });
        expectHas(world, final, teller(), IMPORTED_EMAIL);
        expect(world.subscriptions.size).toBeLessThanOrEqual(final.begun);
        const [imported] = world.subscriptions.values();
        expect([imported!.externalId.id, imported!.revision > 0]).toEqual([importedAs, true]);
        expect(imported!.customerId).toBe(world.customers.get(holderOf(final.customer, IMPORTED_EMAIL)));
      }),
      { numRuns: 100, seed: 33 },
    ));

  test('keep the subscription of every item that stays or is replaced', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { events } = live(
          teller(),
          steps.filter(({ kind }) => kind !== 'remove' && kind !== 'cancel'),
        );
        const world = await PurchasesWorld.open(provider, {
          prices: pricesAt(teller(), { ...PRICES, u_month: 'month', n_free: 'free' }),
          recurring: RECURRING,
        });
        const known = new Set<string>();
        for (const event of events) {
          await world.receive(event);
          for (const { externalId } of world.subscriptions.values()) known.add(externalId.id);
          expect([...world.subscriptions.values()].filter(({ status }) => status === 'canceled')).toEqual([]);
        }
        const paused = [...world.subscriptions.values()].filter(({ status }) => status === 'paused').length;
        const isPaused = paused === world.subscriptions.size;
        expect(isPaused || paused === 0).toBe(true);
      }),
      { numRuns: 100, seed: 33 },
    ));
});

test('of events of Stripe of one second, what they change tells which is later', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.infiniteStream(fc.nat()), async (steps, keys) => {
      const { events, final } = live(stripeTeller({ ofOneSecond: 2 }), steps);
      const shuffled = events
        .map((event) => ({ event, key: keys.next().value as number }))
        .sort((one, other) => one.key - other.key)
        .map(({ event }) => event);
      const world = await receive('stripe', stripeTeller(), shuffled);
      expect(world.events.stored.size).toBe(events.length);
      expectHas(world, final, stripeTeller());
    }),
    { numRuns: 300, seed: 33 },
  ));

interface ListedItem {
  readonly id: string;
  readonly quantity: number;
  readonly price: { readonly id: string };
}

interface StripeSubscriptionEvent {
  readonly type: string;
  readonly data: {
    readonly object: {
      readonly items: { readonly data: readonly ListedItem[]; readonly has_more: boolean; readonly total_count?: number };
    };
  };
}

const isOfSubscription = (event: object): event is StripeSubscriptionEvent =>
  'type' in event && String(event.type).startsWith('customer.subscription.');

/** The items that are known to be there after the events: what a cut list does not have is as it was. */
function knownItems(events: readonly object[]) {
  let known = new Map<string, ListedItem>();
  let count = 0;
  for (const { data } of events.filter(isOfSubscription)) {
    const { items } = data.object;
    known = new Map([...(items.has_more ? known : []), ...items.data.map((item) => [item.id, item] as const)]);
    count = items.total_count ?? known.size;
  }
  return { items: [...known.values()].map(({ price: { id: price }, quantity: some }) => ({ price, quantity: some })), count };
}

/** Subscriptions with many items. Refunds take from what is paid, and an item that is not mapped may be what another one was. */
const stepWithManyItems: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('add'), price: fc.constantFrom('p_pro', 'p_add', 'n_free'), at }),
  step.filter((each) => !['refund', 'dispute', 'cancel'].includes(each.kind) && !('price' in each && each.price === 'u_month')),
  step.filter(({ kind }) => kind === 'renew' || kind === 'reorder' || kind === 'cancel'),
);

test('of lists that Stripe cut, everything paid is delivered or a line', () =>
  fc.assert(
    fc.asyncProperty(fc.array(stepWithManyItems, { maxLength: 12 }), fc.infiniteStream(fc.nat()), async (steps, keys) => {
      const teller = (): Teller => stripeTeller({ mostListed: 1 });
      const { events, final } = live(teller(), steps);
      const shuffled = events
        .map((event) => ({ event, key: keys.next().value as number }))
        .sort((one, other) => one.key - other.key)
        .map(({ event }) => event);
      const worlds = [await receive('stripe', teller(), events), await receive('stripe', teller(), shuffled)];
      for (const world of worlds) {
        await world.waitLong();
        const { items, count } = knownItems(events);
        const hasAccess = final.status === 'active' || final.status === 'past_due';
        expect(world.entitledQuantities).toEqual(hasAccess ? delivered(items) : []);
        const incomplete = world.undelivered.open.filter(
          ({ reason, externalId }) => reason === 'list_incomplete' && externalId === 'sub_1',
        );
        const missing = Math.max(count - items.length, 0);
        expect(incomplete.map(({ quantity: some }) => some)).toEqual(hasAccess && missing > 0 ? [missing] : []);
        expect(moneyOf(world, events)).toBe(final.paid);
      }
      expect(outcomeOf(worlds[1]!)).toEqual(outcomeOf(worlds[0]!));
    }),
    { numRuns: 300, seed: 52 },
  ));

interface StripeInvoiceEvent {
  readonly data: {
    readonly object: {
      readonly lines: {
        readonly data: readonly {
          readonly amount: number;
          readonly pricing: { readonly price_details: { readonly price: string } };
        }[];
      };
    };
  };
}

const isInvoice = (event: object): event is StripeInvoiceEvent => 'type' in event && event.type === 'invoice.paid';

/** What orders and the lines of payments add up to, with what was paid for prices that bring nothing. */
function moneyOf(world: PurchasesWorld, events: readonly object[]): number {
  const lines = events.filter(isInvoice).flatMap(({ data }) => data.object.lines.data);
  return [
    ...[...world.orders.values()].map(({ amount }) => amount),
    ...world.undelivered.open.filter(({ externalId }) => externalId.startsWith('in_')).map(({ amount }) => amount ?? 0),
    ...lines.filter(({ pricing }) => PRICES[pricing.price_details.price] === null).map(({ amount }) => amount),
  ].reduce((sum, amount) => sum + amount, 0);
}
