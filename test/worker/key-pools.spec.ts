import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

const URL = '/v1/license-key-pools';
const strings = (...numbers: number[]): string[] => numbers.map((n) => `PUBLISHER-${count}-00000${n}`);
let count = 0;

/** A product whose license keys come from a pool with these entries. */
async function sold(...entries: number[]) {
  count += 1;
  const benefit = await fixture.benefit();
  const product = await fixture.product({ benefits: [benefit.id] });
  const pool = await fixture.create(URL, { name: 'Batch 7', benefit_id: benefit.id });
  const add = async (...numbers: number[]) => {
    const answer = await fixture.seller('POST', `${URL}/${pool.id}/entries`, { entries: strings(...numbers) });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    await fixture.settled();
  };
  if (entries.length > 0) await add(...entries);
  const buy = async () => {
    const customer = await fixture.customer();
    return fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  };
  const read = async () => (await fixture.seller('GET', `${URL}/${pool.id}`)).body;
  const keys = async (): Promise<string[]> => (await fixture.keysOf(benefit)).map(({ key }) => key as string);
  return { benefit, pool, add, buy, read, keys };
}

test('purchases get the strings of the pool; those that find none wait visibly, and get theirs once there are more', async () => {
  const { benefit, pool, add, buy, read, keys } = await sold(1, 2);
  expect(await keys()).toEqual([]);
  const orders = [await buy(), await buy(), await buy(), await buy()];
  await fixture.settled();
  expect((await keys()).sort()).toEqual(strings(1, 2));
  expect(await read()).toMatchObject({ available: 0, claimed: 2, waiting_grants: 2 });

  const grants = (await Promise.all(orders.map((order) => fixture.grantsOf(order)))).flat();
  const waiting = (await fixture.seller('GET', `${URL}/${pool.id}/waiting-grants`)).body;
  expect(waiting.pagination).toEqual({ total_count: 2, max_page: 1 });
  const without = grants.filter(({ properties }) => !properties.license_key_id);
  expect(waiting.items.map((each: { benefit_grant_id: string }) => each.benefit_grant_id).sort()).toEqual(
    without.map(({ id }) => id as string).sort(),
  );

  await add(3);
  expect((await keys()).sort()).toEqual(strings(1, 2, 3));
  expect(await read()).toMatchObject({ available: 0, claimed: 3, waiting_grants: 1 });
  await add(4, 5);
  expect(await read()).toMatchObject({ available: 1, claimed: 4, waiting_grants: 0 });
  for (const { key, id, display_key } of await fixture.keysOf(benefit)) {
    const presented = { key, organization_id: fixture.ours.organization.id };
    expect((await fixture.seller('POST', '/v1/license-keys/validate', presented)).body).toMatchObject({ id, display_key });
  }
});

test('a grant that ends while it waits needs no key', async () => {
  const { add, buy, read, keys } = await sold();
  const order = await buy();
  await fixture.settled();
  expect(await read()).toMatchObject({ waiting_grants: 1 });
  await fixture.create('/v1/refunds/', { order_id: order.id, reason: 'other', amount: order.net_amount, revoke_benefits: true });
  await fixture.settled();
  expect(await read()).toMatchObject({ waiting_grants: 0 });
  await add(1);
  expect([await keys(), await read()]).toMatchObject([[], { available: 1, claimed: 0 }]);
});

test('when the pool is deleted, its keys stay, and grants that wait get generated keys', async () => {
  const { pool, buy, keys } = await sold(1);
  await buy();
  await buy();
  await fixture.settled();
  expect((await fixture.seller('DELETE', `${URL}/${pool.id}`)).status).toBe(204);
  await fixture.settled();
  const issued = await keys();
  expect(issued).toHaveLength(2);
  expect(issued).toContain(strings(1)[0]);
});
