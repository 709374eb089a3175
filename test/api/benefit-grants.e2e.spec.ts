import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { SyncPurchaseGrants } from '#entitlements';
import { TIME, UUID } from '../support/license-fixture.ts';
import { type SellerFixture, openSellerFixture } from '../support/seller-fixture.ts';

let fixture: SellerFixture;
beforeAll(async () => {
  fixture = await openSellerFixture();
});
afterAll(() => fixture.close());

const organizationId = () => fixture.ours.organization.id;
const follow = (purchase: { readonly orderId: string } | { readonly subscriptionId: string }) =>
  fixture.api.app.get(CommandBus).execute(new SyncPurchaseGrants({ organizationId: organizationId(), ...purchase }));

/** Two customers who bought a benefit; the grant of the second one is revoked. */
async function granted() {
  const benefit = await fixture.create('/v1/benefits/', { type: 'custom', description: 'Support', properties: {} });
  const [once, monthly] = await Promise.all([
    fixture.product({ benefits: [benefit.id] }),
    fixture.product({ every: 'month', benefits: [benefit.id] }),
  ]);
  const [first, second] = [await fixture.customer(), await fixture.customer()];
  const order = await fixture.create('/v1/orders/', { product_id: once.id, customer_id: first.id });
  await follow({ orderId: order.id });
  const subscription = await fixture.create('/v1/subscriptions/', { product_id: monthly.id, customer_id: second.id });
  await follow({ subscriptionId: subscription.id });
  await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  await follow({ subscriptionId: subscription.id });
  return { benefit, first, second, order, subscription };
}

describe('GET /v1/benefit-grants/', () => {
  const list = async (query: string) => (await fixture.seller('GET', `/v1/benefit-grants/?${query}`)).body;

  test('200: grants with customer, benefit and purchase, newest first, including deleted benefits', async () => {
    const { benefit, first, second, order, subscription } = await granted();
    const [owner] = (await fixture.seller('GET', `/v1/customers/${first.id}/members`)).body.items;
    const mine = `customer_id=${first.id}&customer_id=${second.id}`;
    const { items, pagination } = await list(mine);
    expect(pagination).toEqual({ total_count: 2, max_page: 1 });
    expect(items).toMatchObject([
      { subscription_id: subscription.id, order_id: null, is_granted: false, granted_at: null, is_revoked: true },
      {
        id: expect.stringMatching(UUID),
        created_at: expect.stringMatching(TIME),
        modified_at: null,
        order_id: order.id,
        subscription_id: null,
        is_granted: true,
        granted_at: expect.stringMatching(TIME),
        is_revoked: false,
        revoked_at: null,
        customer_id: first.id,
        customer: { id: first.id },
        member_id: owner.id,
        member: owner,
        benefit_id: benefit.id,
        benefit: { id: benefit.id, is_deleted: false },
        error: null,
        properties: {},
      },
    ]);
    expect((await list(`${mine}&is_granted=true`)).items).toHaveLength(1);
    expect((await list(`${mine}&is_granted=false`)).items).toHaveLength(1);
    expect((await list(`external_customer_id=${first.external_id}`)).items).toMatchObject([{ order_id: order.id }]);
    expect((await list(`${mine}&sorting=created_at&limit=1`)).items).toMatchObject([{ order_id: order.id }]);
    for (const sorting of ['granted_at', '-granted_at', 'revoked_at', '-revoked_at']) {
      expect((await list(`${mine}&sorting=${sorting}`)).items).toHaveLength(2);
    }
    await fixture.seller('DELETE', `/v1/benefits/${benefit.id}`);
    expect((await list(mine)).items).toMatchObject([{ benefit: { is_deleted: true } }, { benefit: { is_deleted: true } }]);
  });

  test('422: an unknown order', async () => {
    expect((await fixture.seller('GET', '/v1/benefit-grants/?sorting=customer')).status).toBe(422);
  });
});

describe('GET /v1/benefits/{id}/grants', () => {
  const of = (id: string, query = '') => fixture.seller('GET', `/v1/benefits/${id}/grants?${query}`);

  test('200: grants of this benefit, newest first', async () => {
    const { benefit, first, order, subscription } = await granted();
    expect((await of(benefit.id)).body.items).toMatchObject([{ subscription_id: subscription.id }, { order_id: order.id }]);
    expect((await of(benefit.id, 'is_granted=true')).body.items).toMatchObject([{ order_id: order.id }]);
    expect((await of(benefit.id, `customer_id=${first.id}`)).body.items).toMatchObject([{ order_id: order.id }]);
    expect((await of(benefit.id, `member_id=${first.id}`)).body.items).toEqual([]);
  });

  test('404: an unknown or deleted benefit', async () => {
    const { benefit, first } = await granted();
    expect((await of(first.id)).status).toBe(404);
    await fixture.seller('DELETE', `/v1/benefits/${benefit.id}`);
    expect((await of(benefit.id)).status).toBe(404);
  });
});

describe('POST /v1/benefit-grants/{id}/revoke and POST /v1/benefit-grants/{id}/grant', () => {
  const grantOf = async (order: { readonly id: string }) => {
    const { items } = (await fixture.seller('GET', '/v1/benefit-grants/?limit=100')).body;
    return items.find((each: { order_id: string }) => each.order_id === order.id);
  };
  const revoke = (id: string) => fixture.seller('POST', `/v1/benefit-grants/${id}/revoke`);
  const grant = (id: string) => fixture.seller('POST', `/v1/benefit-grants/${id}/grant`);

  test('200: the answer shows the decision, which is published once', async () => {
    const { order } = await granted();
    const { id } = await grantOf(order);
    for (let n = 0; n < 2; n++) {
      const { status, body } = await revoke(id);
      expect([status, body]).toMatchObject([200, { id, is_granted: false, is_revoked: true, order_id: order.id }]);
    }
    const again = await grant(id);
    expect([again.status, again.body]).toMatchObject([200, { id, is_granted: true, is_revoked: false, revoked_at: null }]);
    expect(await fixture.eventsOf(id)).toEqual(['benefit_grant.created', 'benefit_grant.revoked', 'benefit_grant.created']);
  });

  test('200: the benefit of a purchase that has ended can be granted', async () => {
    const { subscription, second } = await granted();
    const { items } = (await fixture.seller('GET', `/v1/benefit-grants/?customer_id=${second.id}`)).body;
    expect((await grant(items[0].id)).body).toMatchObject({ is_granted: true, subscription_id: subscription.id });
  });

  test('409: a deleted benefit can be revoked, but not granted', async () => {
    const { benefit, order } = await granted();
    const { id } = await grantOf(order);
    expect((await fixture.seller('DELETE', `/v1/benefits/${benefit.id}`)).status).toBe(204);
    expect((await revoke(id)).status).toBe(200);
    const { status, body } = await grant(id);
    expect([status, body.error]).toEqual([409, 'BenefitNotGrantable']);
  });

  test('404 and 422: an unknown grant, and what is no ID', async () => {
    expect((await revoke(randomUUID())).status).toBe(404);
    expect((await grant('nonsense')).status).toBe(422);
  });
});
