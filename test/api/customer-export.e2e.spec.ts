import { callAs } from '../support/call.ts';
import { NOT_FOUND } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { seatsOf, uniqueEmail } from '../support/seat-fixture.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

const exportOf = (id: string, by = fixture.seller) => by('GET', `/v1/customers/${id}/export`);

describe('GET /v1/customers/{id}/export', () => {
  test('200: the same as the customer exports in the portal', async () => {
    const { id } = await fixture.customer();
    const product = await fixture.product();
    await fixture.create('/v1/orders/', { product_id: product.id, customer_id: id });
    const { token } = await openSession(fixture.api, fixture.ours, id);
    const own = await callAs(fixture.api, token)('GET', '/v1/customer-portal/customers/me/export');
    const { status, body } = await exportOf(id);
    expect([status, body.orders.length]).toEqual([200, 1]);
    expect({ ...body, exported_at: null }).toEqual({ ...own.body, exported_at: null });
  });

  test('200: of a team, all members', async () => {
    const seats = seatsOf(fixture);
    const purchase = await seats.subscription(3);
    const holders = [await seats.seat(purchase), await seats.seat(purchase, { email: uniqueEmail(), immediate_claim: true })];
    const { body } = await exportOf(purchase.customer_id);
    const members = body.members.map(({ id }: { id: string }) => id);
    expect(members).toEqual(expect.arrayContaining(holders.map(({ member_id }) => member_id)));
    expect(body.subscriptions.map(({ id }: { id: string }) => id)).toEqual([purchase.id]);
  });

  test('404: of a deleted customer, and of one of another organization', async () => {
    const { id } = await fixture.customer();
    await fixture.seller('DELETE', `/v1/customers/${id}`);
    for (const gone of [id, (await fixture.foreignCustomer()).id]) {
      expect(await exportOf(gone)).toMatchObject({ status: 404, body: NOT_FOUND });
    }
  });
});
