import { emailOf, live, paddleTeller, type Step, stripeTeller } from '../../testing/provider-lives.ts';
import { PurchasesWorld } from '../../testing/purchases-world.ts';
import type { SubscriptionUpdate } from '../domain/provider-updates.ts';
import type { ObjectKind } from '../domain/reported-state.ts';

const PRICES = { p_base: 'base', p_pro: 'pro', o_key: 'key' };
const idsOf = (world: PurchasesWorld) => [...world.subscriptions].map(([id, { status, productId }]) => [id, status, productId]);

test('a customer who was deleted here and pays again is a new customer with a new subscription', async () => {
  const renew: Step = { kind: 'renew', once: [{ price: 'o_key', quantity: 1 }] };
  const { events } = live(stripeTeller(), [{ kind: 'reorder', at: 0 }, renew, renew]);
  const world = await PurchasesWorld.open('stripe', { prices: PRICES });
  const [before, after] = [events.slice(0, 5), events.slice(5)];
  for (const event of before) await world.receive(event);
  expect([...world.orders.values()].filter(({ productId }) => productId === 'key')).toHaveLength(1);
  const [customer] = new Set([...world.subscriptions.values()].map(({ customerId }) => customerId));
  world.deleteCustomers(new Date('2026-02-05T00:00:00.000Z'));
  // What is told again, and is not paid again, brings nothing back.
  for (const event of before) await world.receive(event);
  expect(idsOf(world)).toEqual([['sub_1/si_1', 'canceled', 'base']]);
  for (const event of after) await world.receive(event);
  const [, [name, status, product]] = idsOf(world) as [unknown[], unknown[]];
  expect([status, product]).toEqual(['active', 'base']);
  const { customerId } = world.subscriptions.get(name as string)!;
  expect(customerId).not.toBe(customer);
  expect([...world.orders.values()].filter(({ productId }) => productId === 'key')).toHaveLength(2);
  expect([...world.events.stored.values()].filter((each) => each.status !== 'processed')).toEqual([]);
});

test('a subscription of somebody who is not known yet stays with who had it, which is listed until the address is told', async () => {
  const { events } = live(paddleTeller(), [{ kind: 'hand_over' }]);
  const [customer, updated, ...others] = events.slice(-2);
  const world = await PurchasesWorld.open('paddle', { prices: PRICES });
  for (const event of events.slice(0, -2)) await world.receive(event);
  const id = await world.receive(updated!);
  expect([world.statusOf(id), world.holders, others]).toEqual(['waiting', [emailOf(1)], []]);
  expect(world.undelivered.open).toMatchObject([{ reason: 'customer_missing', externalPriceId: 'p_base', customerId: null }]);
  await world.receive(customer!);
  expect([world.statusOf(id), world.holders, world.undelivered.open]).toEqual(['processed', [emailOf(2)], []]);
});

test('an item that comes with somebody who is not known yet begins once the address is told, and is listed until then', async () => {
  const { events } = live(paddleTeller(), [{ kind: 'hand_over' }, { kind: 'add', price: 'p_pro', at: 1 }]);
  const [customer, , updated] = events.slice(-3);
  const world = await PurchasesWorld.open('paddle', { prices: PRICES });
  for (const event of events.slice(0, -3)) await world.receive(event);
  const id = await world.receive(updated!);
  expect([world.statusOf(id), world.entitled]).toEqual(['waiting', ['base']]);
  expect(world.undelivered.open.map(({ reason, externalPriceId }) => [reason, externalPriceId])).toEqual([
    ['customer_missing', 'p_base'],
    ['customer_missing', 'p_pro'],
  ]);
  await world.receive(customer!);
  expect([world.statusOf(id), world.entitled, world.holders]).toEqual(['processed', ['base', 'pro'], [emailOf(2)]]);
  expect(world.undelivered.open).toEqual([]);
});

test('what is mapped is delivered once, and what is not when it is mapped; what brings nothing is not missing', async () => {
  const { events } = live(stripeTeller(), [
    { kind: 'add', price: 'u_month', at: 0 },
    { kind: 'renew', once: ['o_key', 'u_once', 'n_setup'].map((price) => ({ price, quantity: 1 })) },
  ]);
  const world = await PurchasesWorld.open('stripe', { prices: { ...PRICES, n_setup: null } });
  for (const event of [...events, ...events]) await world.receive(event);
  expect(world.entitled).toEqual(['base']);
  expect([...world.orders.values()].filter(({ productId }) => productId !== null)).toHaveLength(1);
  expect(world.listed).toEqual(['u_month', 'u_once']);
  expect([...world.events.stored.values()].some(({ status }) => status === 'failed')).toBe(true);
  await world.map('u_month', 'month');
  await world.map('u_once', 'once');
  for (const event of events) await world.receive(event);
  expect(world.entitled).toEqual(['base', 'month']);
  expect(
    [...world.orders.values()]
      .map(({ productId }) => productId)
      .filter((id) => id !== null)
      .sort(),
  ).toEqual(['key', 'once']);
  expect(world.listed).toEqual([]);
  expect([...world.events.stored.values()].filter((each) => each.status !== 'processed')).toEqual([]);
});

test.each(['in turn', 'together'])(
  'events of a sale that are worked on %s work on each object that they name once',
  async (how) => {
    const [created, paid] = live(stripeTeller(), []).events as { readonly created: number }[];
    const customer = { ...created, id: 'evt_00000', type: 'customer.created' };
    const sale = [{ ...customer, data: { object: { id: 'cus_1', email: 'buyer@example.com' } } }, created!, paid!];
    const world = await PurchasesWorld.open('stripe', { prices: PRICES });
    if (how === 'together') await Promise.all(sale.map((event) => world.receive(event)));
    else for (const event of sale) await world.receive(event);
    const revisionOf = async (kind: ObjectKind, ref: string) =>
      (await world.objects.find(world.connector.id, kind, ref))!.revision;
    // Counted up by the events only.
    expect(await Promise.all([revisionOf('customer', 'cus_1'), revisionOf('subscription', 'sub_1')])).toEqual([2, 2]);
    expect(await revisionOf('payment', 'in_0')).toBe(1);
    expect([world.entitled, world.orders.size, world.listed]).toEqual([['base'], 1, []]);
    expect([...world.events.stored.values()].map(({ status }) => status)).toEqual(['processed', 'processed', 'processed']);
  },
);

/** What the last release knew of a subscription at Paddle: items by their positions, `''` for the only one. */
async function ofLastRelease(names: readonly string[]) {
  const { events } = live(paddleTeller(), []);
  const world = await PurchasesWorld.open('paddle', { prices: PRICES });
  for (const event of events) await world.receive(event);
  const object = (await world.objects.find(world.connector.id, 'subscription', 'sub_1'))!;
  const { snapshot, paid } = object.reported;
  const [item] = snapshot!.update.items;
  const { period: _, ...update } = snapshot!.update as SubscriptionUpdate & { period: unknown };
  const items = Object.fromEntries(
    names.map((key, index) => [key, { version: { ...snapshot!.version, at: `2026-01-0${index + 1}` }, item: { ...item!, key } }]),
  );
  const last = names.at(-1)!;
  const stored = {
    kind: 'subscription',
    snapshot: { ...snapshot!, update: { ...update, items: [{ ...item!, key: last }] } },
    items,
    paid,
  };
  world.objects.restore(object.id, stored as never);
  const [known] = world.subscriptions.values();
  world.subscriptions.clear();
  for (const name of names) {
    const id = name === '' ? 'sub_1' : `sub_1/${name}`;
    world.subscriptions.set(id, {
      ...known!,
      id,
      externalId: { id, source: 'paddle' },
      status: name === last ? 'active' : 'paused',
    });
  }
  return {
    world,
    next: live(paddleTeller(), [
      { kind: 'add', price: 'p_pro', at: 0 },
      { kind: 'reorder', at: 0 },
    ]).events.slice(3),
  };
}

test.each([[['']], [['0']], [['', '0']]])(
  'subscriptions that the last release stored under %j are those of their items',
  async (names) => {
    const { world, next } = await ofLastRelease(names);
    for (const event of next) await world.receive({ ...event, event_id: `evt_later_${JSON.stringify(event).length}` });
    const last = names.at(-1) === '' ? 'sub_1' : 'sub_1/0';
    expect(idsOf(world).filter(([, status]) => status === 'active')).toEqual([
      [last, 'active', 'base'],
      ['sub_1/p_pro', 'active', 'pro'],
    ]);
    expect(idsOf(world)).toHaveLength(names.length + 1);
  },
);

test('a value without a meaning is listed with its event, and is not taken for another one', async () => {
  const world = await PurchasesWorld.open('stripe', { prices: PRICES });
  const [created] = live(stripeTeller(), []).events as { data: { object: object } }[];
  const id = await world.receive({ ...created!, data: { object: { ...created!.data.object, status: 'of_a_later_version' } } });
  expect(world.statusOf(id)).toBe('failed');
  expect(world.undelivered.open).toMatchObject([{ reason: 'value_unknown', value: 'of_a_later_version', source: { id } }]);
  expect(world.subscriptions.size).toBe(0);
});
