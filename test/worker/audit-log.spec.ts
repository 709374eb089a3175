import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

test('what the worker does is attributed to the system, with the event that caused it', async () => {
  const customer = await fixture.create('/v1/customers/', { email: 'ada@example.com' });
  const benefit = await fixture.benefit();
  const product = await fixture.product({ benefits: [benefit.id] });
  // Otherwise the product's own event may grant the benefit.
  await fixture.settled();
  const order = { product_id: product.id, customer_id: customer.id };
  const { headers } = await fixture.seller('POST', '/v1/orders/', order);
  await fixture.settled();
  const log = `/v1/audit-log/?customer_id=${customer.id}&sorting=created_at&limit=100`;
  const { items } = (await fixture.seller('GET', log)).body;
  const brief = items.map(({ actor, operation, action, resource }: (typeof items)[number]) => [
    actor.type,
    operation,
    `${resource.type} ${action}`,
  ]);
  expect(brief).toEqual(
    expect.arrayContaining([
      ['organization', 'POST /v1/orders', 'order created'],
      ['system', 'GrantBenefitsWhenPurchaseChanges', 'benefit_grant created'],
      ['system', 'IssueKeyWhenBenefitGranted', 'license_key created'],
    ]),
  );
  const issued = items.find(({ resource }: (typeof items)[number]) => resource.type === 'license_key');
  const request_id = headers['x-request-id'];
  expect(issued).toMatchObject({ request_id, address: null, event: expect.stringMatching(/^benefit_grant\.decided \d+$/) });
});
