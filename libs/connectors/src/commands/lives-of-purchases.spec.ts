import fc from 'fast-check';
import { lemonSqueezyTeller } from '../../testing/lemon-squeezy-lives.ts';
import { emailOf, type Final, live, paddleTeller, type Step, stripeTeller, type Teller } from '../../testing/provider-lives.ts';
import { PurchasesWorld } from '../../testing/purchases-world.ts';
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

async function receive(provider: ProviderName, teller: Teller, events: readonly object[]): Promise<PurchasesWorld> {
  const world = await PurchasesWorld.open(provider, { prices: pricesAt(teller), recurring: RECURRING });
  for (const event of events) await world.receive(event);
  return world;
}

function expectHas(
  world: PurchasesWorld,
  { status, items, once, dispute, customer }: Final,
  { idOf = (price) => price }: Teller,
): void {
  const access = status === 'active' || status === 'past_due' ? items : [];
  // Whoever the provider names has all of it, also what is paused.
  expect(world.holders.filter((email) => email !== emailOf(customer))).toEqual([]);
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
  test('end in what the provider says, in every order of the events, however often each of them comes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        fc.array(fc.nat(40), { maxLength: 8 }),
        async (steps, keys, repeated) => {
          const { events, final } = live(teller(), steps);
          const inOrder = await receive(provider, teller(), events);
          expectHas(inOrder, final, teller());
          expect(inOrder.subscriptions.size).toBeLessThanOrEqual(final.begun);
          const again = repeated.flatMap((index) => events[index] ?? []);
          const shuffled = [...events, ...again]
            .map((event) => ({ event, key: keys.next().value as number }))
            .sort((one, other) => one.key - other.key)
            .map(({ event }) => event);
          const anyhow = await receive(provider, teller(), shuffled);
          expectHas(anyhow, final, teller());
          expect(outcomeOf(anyhow)).toEqual(outcomeOf(inOrder));
        },
      ),
      { numRuns: 300, seed: 33 },
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
