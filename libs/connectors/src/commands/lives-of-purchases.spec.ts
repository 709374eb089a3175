import fc from 'fast-check';
import { lemonSqueezyTeller } from '../../testing/lemon-squeezy-lives.ts';
import { emailOf, type Final, live, paddleTeller, type Step, stripeTeller, type Teller } from '../../testing/provider-lives.ts';
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
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('add', 'replace'), price: fc.constantFrom(...MONTHLY), at }),
  fc.record({ kind: fc.constantFrom('remove', 'reorder'), at }),
  fc.record({ kind: fc.constant('renew'), once: fc.uniqueArray(fc.constantFrom(...ONCE), { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('refund'), line: fc.nat(2) }),
  fc.record({ kind: fc.constant('dispute'), status: fc.constantFrom('needs_response', 'under_review', 'won', 'lost') }),
  fc.record({ kind: fc.constantFrom('past_due', 'recover', 'pause', 'resume', 'cancel', 'hand_over') }),
);

const delivered = (prices: readonly string[]): string[] => prices.flatMap((price) => PRICES[price] ?? []).sort();
const unmapped = (prices: readonly string[]): string[] => prices.filter((price) => !(price in PRICES)).sort();

/** What was paid for an item whose price is not mapped is recorded when it is, or where the item was mapped before. */
const outcomeOf = (world: PurchasesWorld) => {
  const isMapped = ![...world.events.stored.values()].some(({ event }) => event.body.includes('"u_month"'));
  const orders = [...world.orders].filter(([, { productId }]) => isMapped || productId !== null);
  return {
    entitled: world.entitled,
    orders: orders.map(([id, { productId, amount, refunded }]) => [id, productId, amount, refunded]).sort(),
    holders: world.holders,
    listed: world.listed,
    disputes: [...world.disputes.values()].map(({ status, total }) => `${status} ${total}`).sort(),
  };
};

const RECURRING = ['base', 'pro', 'add', 'month', 'free'];

const pricesAt = ({ idOf = (price) => price }: Teller, prices = PRICES) =>
  Object.fromEntries(Object.entries(prices).map(([price, product]) => [idOf(price), product]));

/** The connectors that tell the events, and the id under which the seller imported the subscription before. */
interface Told {
  readonly by?: readonly number[];
  readonly importedAs?: string;
}

async function receive(
  provider: ProviderName,
  teller: Teller,
  events: readonly object[],
  { by = [0], importedAs }: Told = {},
): Promise<PurchasesWorld> {
  const world = await PurchasesWorld.open(provider, { prices: pricesAt(teller), recurring: RECURRING });
  if (importedAs !== undefined) world.importSubscription(importedAs, 'base');
  const connectors = [world.connector];
  while (connectors.length <= Math.max(...by)) connectors.push(await world.connect());
  for (const [index, event] of events.entries()) await world.receive(event, connectors[by[index % by.length]!]);
  return world;
}

const connectorOf = fc.array(fc.nat(2), { minLength: 1, maxLength: 20 });

const holderOf = (customer: number, importedEmail?: string): string => (customer === 1 && importedEmail) || emailOf(customer);

function expectHas(
  world: PurchasesWorld,
  { status, items, once, dispute, customer }: Final,
  { idOf = (price) => price }: Teller,
  importedEmail?: string,
): void {
  const access = status === 'active' || status === 'past_due' ? items : [];
  // Whoever the provider names has all of it, also what is paused.
  expect(world.holders.filter((email) => email !== holderOf(customer, importedEmail))).toEqual([]);
  // Only who was imported with another e-mail address than at the provider is asked about.
  expect(world.changedEmails.filter((email) => importedEmail === undefined || email !== emailOf(1))).toEqual([]);
  // An item whose price is not mapped brings what it brought before.
  expect(world.entitled).toEqual(delivered(access.flatMap((prices) => prices.find((price) => price in PRICES) ?? [])));
  const unmappedItems = unmapped(access.map(([price]) => price!));
  const orders = [...world.orders.values()].filter(({ productId, amount, refunded }) => productId !== null && refunded < amount);
  expect(orders.map(({ productId }) => productId).sort()).toEqual(delivered(once));
  // Each order of a disputed payment has its share, and no other order has a dispute.
  const disputes = [...world.disputes.values()];
  expect(new Set(disputes.map(({ orderId }) => orderId)).size).toBe(disputes.length);
  expect(disputes.filter((each) => each.status !== dispute?.status)).toEqual([]);
  const disputed = disputes.reduce((sum, { total }) => sum + total, 0);
  const isAllSold = ![...world.events.stored.values()].some(({ event }) => /"[un]_/.test(event.body));
  const most = dispute?.total ?? 0;
  expect(disputed).toBeLessThanOrEqual(most);
  expect(isAllSold ? disputed : most).toBe(most);
  // Nothing that was paid is processed without a delivery or a line in the list.
  expect(world.listed).toEqual([...unmappedItems, ...unmapped(once)].map((price) => idOf(price)).sort());
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
