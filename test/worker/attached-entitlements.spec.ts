import { AttachWaitingGrants, EndGivenEntitlements } from '#licensing';
import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
});
afterAll(() => shop.close());

type Body = Awaited<ReturnType<SellerFixture['create']>>;

const run = async (command: AttachWaitingGrants | EndGivenEntitlements): Promise<void> => {
  await shop.api.app.get(CommandBus).execute(command);
};
const listed = async (url: string): Promise<Body[]> => {
  const { status, body, text } = await shop.seller('GET', url);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.items;
};
const call = async (method: 'PATCH' | 'DELETE' | 'POST', url: string, body?: object): Promise<Body> => {
  const answer = await shop.seller(method, url, body);
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body;
};
const refund = (order: Body) =>
  shop.create('/v1/refunds/', { order_id: order.id, reason: 'other', amount: 100, revoke_benefits: true });

/** A product that brings a license key with 500 pages, and add-ons that extend such a key. */
async function shopWithAddOns() {
  const keys = await shop.create('/v1/benefits/', {
    type: 'license_keys',
    description: 'The app',
    properties: { activations: { limit: 2, enable_customer_admin: true } },
  });
  const flag = (rest: object) =>
    shop.create('/v1/benefits/', { type: 'feature_flag', description: 'A flag', properties: {}, ...rest });
  const base = await flag({ values: { pages: 500 } });
  const app = await shop.product({ benefits: [keys.id, base.id] });
  const attach = { to: 'key_of', benefit_id: keys.id };
  const addOn = async (rest: object, every?: 'month') => {
    const benefit = await flag({ attach, ...rest });
    return { benefit, product: await shop.product({ benefits: [benefit.id], ...(every ? { every } : {}) }) };
  };
  const keysOf = async (customer_id: string) =>
    (await listed(`/v1/license-keys/?limit=100&benefit_id=${keys.id}`)).filter((key) => key.customer_id === customer_id);
  const order = (product: { id: string }, customer_id: string) =>
    shop.create('/v1/orders/', { product_id: product.id, customer_id, amount: 100 });
  const subscribe = (product: { id: string }, customer_id: string) =>
    shop.create('/v1/subscriptions/', { product_id: product.id, customer_id });
  return { keys, base, app, flag, addOn, keysOf, order, subscribe };
}

const pagesOf = (key: Body): number[] => (key.entitlements ?? []).map(({ values }: Body) => values.pages);
const undeliveredOf = async (customerId: string): Promise<string[]> =>
  (await listed('/v1/undelivered-purchases/?limit=100&reason=key_missing'))
    .filter(({ customer_id }) => customer_id === customerId)
    .map(({ order_id, subscription_id }) => order_id ?? subscription_id);

describe.each(deliveryOrders(3))('a worker that processes events %s', (_name, pick) => {
  test('an add-on extends the newest key, its refund takes only what it brought, and a bundle extends its own key', async () => {
    const { app, addOn, keysOf, order } = await shopWithAddOns();
    const { product: more } = await addOn({ values: { pages: 100 }, combine: 'sum' });
    const { id: customer } = await shop.customer();
    await order(app, customer);
    await queue.deliverAll(pick);
    await order(app, customer);
    await queue.deliverAll(pick);
    const [first, second] = [await order(more, customer), await order(more, customer)];
    await queue.deliverAll(pick);
    const pages = async () => (await keysOf(customer)).sort((a, b) => a.created_at.localeCompare(b.created_at)).map(pagesOf);
    expect(await pages()).toEqual([[500], [700, 700]]);
    await refund(first);
    await queue.deliverAll(pick);
    expect(await pages()).toEqual([[500], [600, 600]]);
    await refund(second);
    await queue.deliverAll(pick);
    expect(await pages()).toEqual([[500], [500]]);
  });

  test('an add-on without a key is listed, and delivered when there is one', async () => {
    const { app, addOn, keysOf, order } = await shopWithAddOns();
    const { product: more } = await addOn({ values: { pages: 100 }, combine: 'sum' });
    const { id: customer } = await shop.customer();
    const [kept, refunded] = [await order(more, customer), await order(more, customer)];
    await queue.deliverAll(pick);
    expect((await undeliveredOf(customer)).sort()).toEqual([kept.id, refunded.id].sort());
    await refund(refunded);
    await queue.deliverAll(pick);
    expect(await undeliveredOf(customer)).toEqual([kept.id]);
    await order(app, customer);
    await queue.deliverAll(pick);
    await run(new AttachWaitingGrants());
    await queue.deliverAll(pick);
    expect([await undeliveredOf(customer), (await keysOf(customer)).map(pagesOf)]).toEqual([[], [[600, 600]]]);
  });

  test('a flag of the same purchase extends the key of that purchase, and a change of the benefit reaches all keys', async () => {
    const { keys, base, flag, addOn, keysOf, order } = await shopWithAddOns();
    const { benefit } = await addOn({ values: { pages: 100 }, combine: 'sum' });
    const bundle = await shop.product({
      benefits: [keys.id, base.id, benefit.id, (await flag({ attach: { to: 'choose' } })).id],
    });
    const { id: customer } = await shop.customer();
    await order(bundle, customer);
    await queue.deliverAll(pick);
    expect((await keysOf(customer)).map(pagesOf)).toEqual([[600, 600]]);
    await call('PATCH', `/v1/benefits/${benefit.id}`, { type: 'feature_flag', values: { pages: 7 } });
    await queue.deliverAll(pick);
    expect((await keysOf(customer)).map(pagesOf)).toEqual([[507, 507]]);
    await call('PATCH', `/v1/benefits/${benefit.id}`, { type: 'feature_flag', attach: { to: 'own_key' }, combine: null });
    await queue.deliverAll(pick);
    expect((await keysOf(customer)).map((key) => pagesOf(key).sort())).toEqual([[500, 7]]);
  });

  test.each([1, 2, 3])(
    'keys have what a model says after purchases, refunds and transfers in any order: history %i',
    async (seed) => {
      const { app, addOn, keysOf, order, subscribe } = await shopWithAddOns();
      const sum = await addOn({ values: { pages: 10 }, combine: 'sum' });
      const max = await addOn({ values: { pages: 900 }, combine: 'max' }, 'month');
      const customers = [(await shop.customer()).id, (await shop.customer()).id] as const;
      const haveKey = new Set<string>();
      let standing: { kind: 'sum' | 'max'; holder: string; bought: Body }[] = [];
      let state = seed * 7919;
      const next = (below: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      for (let step = 0; step < 16; step++) {
        const holder = customers[next(2)]!;
        const action = next(7);
        const some = standing[next(Math.max(standing.length, 1))];
        if (action === 0 && !haveKey.has(holder)) {
          haveKey.add(holder);
          await order(app, holder);
        } else if (action < 3) standing.push({ kind: 'sum', holder, bought: await order(sum.product, holder) });
        else if (action === 3 && !standing.some((each) => each.kind === 'max' && each.holder === holder))
          standing.push({ kind: 'max', holder, bought: await subscribe(max.product, holder) });
        else if (action === 4 && some) {
          await (some.kind === 'sum' ? refund(some.bought) : call('DELETE', `/v1/subscriptions/${some.bought.id}`));
          standing = standing.filter((each) => each !== some);
        } else if (action === 5 && some?.kind === 'max') {
          const other = customers.find((each) => each !== some.holder)!;
          await call('POST', `/v1/subscriptions/${some.bought.id}/transfer`, { customer_id: other });
          some.holder = other;
        } else if (action === 6) await queue.deliverAll(pick);
      }
      for (const holder of customers) if (!haveKey.has(holder)) await order(app, holder);
      await queue.deliverAll(pick);
      await run(new AttachWaitingGrants());
      await queue.deliverAll(pick);
      for (const holder of customers) {
        const own = standing.filter((each) => each.holder === holder);
        const highest = own.some(({ kind }) => kind === 'max') ? 900 : 500;
        const pages = highest + 10 * own.filter(({ kind }) => kind === 'sum').length;
        const [key] = await keysOf(holder);
        expect([...new Set(pagesOf(key!))]).toEqual([pages]);
      }
    },
  );
});

test('an add-on whose key is chosen waits for that, can be moved to another key, and comes back to it after a break', async () => {
  const { app, keysOf, order, flag } = await shopWithAddOns();
  const benefit = await flag({ attach: { to: 'choose' }, values: { pages: 100 }, combine: 'sum' });
  const more = await shop.product({ benefits: [benefit.id], every: 'month' });
  const { id: customer } = await shop.customer();
  await order(app, customer);
  await order(app, customer);
  const subscription = await shop.create('/v1/subscriptions/', { product_id: more.id, customer_id: customer });
  await queue.deliverAll();
  await run(new AttachWaitingGrants());
  expect(await undeliveredOf(customer)).toEqual([subscription.id]);
  const keys = (await keysOf(customer)).map(({ id }) => id);
  const pages = async () => {
    const shown = new Map((await keysOf(customer)).map((key) => [key.id, pagesOf(key)]));
    return keys.map((id) => shown.get(id));
  };
  const grant = (await listed(`/v1/benefit-grants/?limit=100&customer_id=${customer}`)).find(
    ({ benefit_id }) => benefit_id === benefit.id,
  );
  const attachTo = (id: string) => call('POST', `/v1/license-keys/${id}/attached-grants`, { benefit_grant_id: grant!.id });
  await attachTo(keys[0]!);
  await queue.deliverAll();
  expect([await undeliveredOf(customer), await pages()]).toEqual([[], [[600, 600], [500]]]);
  await attachTo(keys[1]!);
  await attachTo(keys[0]!);
  await attachTo(keys[1]!);
  expect(await pages()).toEqual([[500], [600, 600]]);
  const set = (what: 'revoke' | 'grant') => call('POST', `/v1/benefit-grants/${grant!.id}/${what}`);
  await set('revoke');
  await queue.deliverAll();
  expect(await pages()).toEqual([[500], [500]]);
  await set('grant');
  await queue.deliverAll();
  expect(await pages()).toEqual([[500], [600, 600]]);
  const { id: other } = await shop.customer();
  await order(app, other);
  await queue.deliverAll();
  const [foreign] = await keysOf(other);
  await expect(attachTo(foreign!.id)).rejects.toThrow('another customer');
  expect(await shop.eventsOf(keys[1]!)).toContain('license_key.updated');
});

test('what was given by hand ends by the clock, and the event tells it', async () => {
  const { app, base, keysOf, order } = await shopWithAddOns();
  const { id: customer } = await shop.customer();
  await order(app, customer);
  await queue.deliverAll();
  const [key] = await keysOf(customer);
  const reason = 'Trial of the module';
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  await call('POST', `/v1/license-keys/${key!.id}/entitlements`, {
    benefit_id: base.id,
    values: { export: true },
    reason,
    ends_at,
  });
  const em = shop.api.app.get(EntityManager).fork();
  await em.execute('update licensing.license_keys set entitlements_end_at = ? where id = ?', [new Date(0), key!.id]);
  await run(new EndGivenEntitlements());
  const stays = (await keysOf(customer))[0]!.entitlements;
  expect(stays).toEqual([{ benefit_id: base.id, values: { pages: 500, export: true } }]);
  await em.execute(
    `update licensing.license_keys set entitlements_end_at = ?,
      entitlement_sources = jsonb_set(entitlement_sources, '{given,0,endsAt}', '"2020-01-01T00:00:00.000Z"') where id = ?`,
    [new Date(0), key!.id],
  );
  await run(new EndGivenEntitlements());
  expect((await keysOf(customer))[0]!.entitlements).toEqual([{ benefit_id: base.id, values: { pages: 500 } }]);
});
