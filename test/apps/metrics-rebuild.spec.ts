import { EntityManager } from '@mikro-orm/postgresql';
import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  const [customer, product] = [await fixture.customer(), await fixture.product()];
  await fixture.create('/v1/orders/', { customer_id: customer.id, product_id: product.id });
});
afterAll(() => fixture.close());

const rebuild = (...options: string[]) =>
  latchkey(['metrics', 'rebuild', ...options], {
    DATABASE_URL: fixture.api.databaseUrl,
    SECRET_KEY: SECRET_KEY.toString('base64'),
  });

async function numberOfOrders(): Promise<number> {
  const today = new Date().toISOString().slice(0, 10);
  const { body } = await fixture.seller(
    'GET',
    `/v1/metrics/?start_date=2026-01-01&end_date=${today}&interval=month&metrics=orders`,
  );
  return body.totals.orders;
}

test('sums of all organizations, or of one, are made anew', async () => {
  expect(await rebuild()).toMatchObject({ exitCode: 0, out: 'Organizations whose sums were made anew: 1.\n' });
  expect(await numberOfOrders()).toBe(1);
  await fixture.api.app.get(EntityManager).fork().execute('update entitlements.order_rollups set orders = 9');
  expect(await numberOfOrders()).toBe(9);
  const ofOne = await rebuild('--organization', fixture.ours.organization.slug, '--json');
  expect(JSON.parse(ofOne.out)).toEqual({ rebuilt: 1 });
  expect(await numberOfOrders()).toBe(1);
});

test('an unknown organization is a sentence', async () => {
  expect(await rebuild('--organization', 'nobody')).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('Organization nobody'),
  });
});
