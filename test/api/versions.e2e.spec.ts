import { randomUUID } from 'node:crypto';
import { API_VERSIONS, type ApiVersion } from '#support/api-versions';
import { type Answer, type Method, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { openSession } from '../support/portal.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seatsOf, uniqueEmail } from '../support/seat-fixture.ts';

type Body = Answer['body'];

const [FIRST, SECOND, THIRD] = API_VERSIONS;

let fixture: PurchaseFixture;
/** License keys: of a seat, of an order, and issued without a purchase. */
let keys: { readonly seat: Body; readonly order: Body; readonly direct: Body };
let purchases: { readonly subscription: Body; readonly order: Body };
let member: Body;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
  const seats = seatsOf(fixture);
  const [ofSeat, ofOrder] = [await withKeys(), await withKeys()];
  const email = uniqueEmail();
  const subscription = await seats.subscription(2, [ofSeat.id]);
  await seats.claim(await seats.invitation(await seats.seat(subscription, { email, external_member_id: randomUUID() })));
  const product = await fixture.product({ benefits: [ofOrder.id] });
  const customer = await fixture.customer();
  const order = await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  const direct = await fixture.create('/v1/license-keys/', { customer_id: customer.id, benefit_id: ofOrder.id });
  await fixture.settled();
  const [[seat], bought] = [await fixture.keysOf(ofSeat), await fixture.keysOf(ofOrder)];
  keys = { seat, order: bought.find(({ id }) => id !== direct.id), direct };
  purchases = { subscription, order };
  const { body: members } = await fixture.seller('GET', `/v1/customers/${subscription.customer_id}/members`);
  member = members.items.find((each: Body) => each.email === email);
});
afterAll(() => fixture.close());

const withKeys = () => fixture.benefit({ activations: { limit: 5, enableCustomerAdmin: true } });

const as =
  (version: ApiVersion | undefined, call = fixture.seller) =>
  (method: Method, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(method, url, body, { ...headers, ...(version && { 'polar-version': version }) });

const presented = ({ key, organization_id }: Body) => ({ key, organization_id });

/** The fields that a version adds, by the version since which they are there. */
const memberOf = (key: Body) =>
  key === keys.seat
    ? { member_id: member.id, member: { id: member.id, email: member.email, external_id: member.external_id } }
    : { member_id: null, member: null };
function purchaseOf(key: Body) {
  const { subscription: bought, order } = purchases;
  const { id, status, current_period_start, current_period_end, cancel_at_period_end, ends_at } = bought;
  const period = { current_period_start, current_period_end, cancel_at_period_end, ends_at };
  return {
    subscription_id: key === keys.seat ? id : null,
    subscription: key === keys.seat ? { id, status, ...period } : null,
    order_id: key === keys.order ? order.id : null,
    order: key === keys.order ? { id: order.id, created_at: order.created_at, status: 'paid', paid: true } : null,
  };
}

const ADDED = ['member_id', 'member', 'subscription_id', 'subscription', 'order_id', 'order'];
const addedTo = (key: Body): Body => Object.fromEntries(Object.entries(key).filter(([name]) => ADDED.includes(name)));
/** Every response shows the same but for what its version adds, and what counts. */
const withoutAdded = (key: Body): Body => {
  const rest = Object.entries(key).filter(
    ([name]) => ![...ADDED, 'validations', 'last_validated_at', 'modified_at'].includes(name),
  );
  return Object.fromEntries(rest);
};

describe.each([
  [FIRST, () => ({}), () => ({})],
  [SECOND, memberOf, memberOf],
  [THIRD, memberOf, (key: Body) => ({ ...memberOf(key), ...purchaseOf(key) })],
] as const)('%s', (version, ofKeys, ofPresented) => {
  const each = (): Body[] => Object.values(keys);

  test('sellers get what it shows of license keys', async () => {
    const call = as(version);
    for (const key of each()) {
      const { body: read } = await call('GET', `/v1/license-keys/${key.id}`);
      expect(addedTo(read)).toEqual(ofKeys(key));
      const { body: listed } = await call('GET', `/v1/license-keys/?benefit_id=${key.benefit_id}`);
      expect(addedTo(listed.items.find(({ id }: Body) => id === key.id))).toEqual(ofKeys(key));
      const { body: activation } = await call('POST', '/v1/license-keys/activate', { ...presented(key), label: 'a' });
      expect(addedTo(activation.license_key)).toEqual(ofPresented(key));
      const { body: shown } = await call('GET', `/v1/license-keys/${key.id}/activations/${activation.id}`);
      expect(addedTo(shown.license_key)).toEqual(ofKeys(key));
      const { body: updated } = await call('PATCH', `/v1/license-keys/${key.id}`, { usage: 0 });
      expect(addedTo(updated)).toEqual(ofKeys(key));
      await call('POST', '/v1/license-keys/deactivate', { ...presented(key), activation_id: activation.id });
    }
  });

  test('applications get what it shows of the license key that they present', async () => {
    const call = as(version, callAs(fixture.api));
    for (const key of each()) {
      const { body } = await call('POST', '/v1/customer-portal/license-keys/validate', presented(key));
      expect(addedTo(body)).toEqual(ofPresented(key));
      const first = await as(FIRST, callAs(fixture.api))('POST', '/v1/customer-portal/license-keys/validate', presented(key));
      expect(withoutAdded(body)).toEqual(withoutAdded(first.body));
    }
  });

  test('customers get what it shows of theirs, and members of theirs only', async () => {
    const { subscription } = purchases;
    for (const [role, ids] of [
      [undefined, [keys.seat.id]],
      ['member', []],
    ] as const) {
      const { token } = await openSession(fixture.api, fixture.ours, subscription.customer_id, role);
      const { body } = await as(version, callAs(fixture.api, token))('GET', '/v1/customer-portal/license-keys/');
      expect(body.items.map(({ id }: Body) => id)).toEqual(ids);
      expect(body.items.map(addedTo)).toEqual(ids.map(() => ofKeys(keys.seat)));
    }
  });

  test('new license keys have what it shows, in a batch, too', async () => {
    const call = as(version);
    const given = { customer_id: keys.direct.customer_id, benefit_id: keys.direct.benefit_id };
    const { body } = await call('POST', '/v1/license-keys/', { license_keys: [given, given] });
    expect(body.items.map(addedTo)).toEqual([ofKeys(keys.direct), ofKeys(keys.direct)]);
    const { body: rotated } = await call('POST', `/v1/license-keys/${body.items[0].id}/rotate`);
    expect(addedTo(rotated)).toEqual(ofKeys(keys.direct));
  });

  test('a repeated request with an idempotency key gets the same response', async () => {
    const call = as(version, callAs(fixture.api));
    const headers = { 'idempotency-key': randomUUID() };
    const url = '/v1/customer-portal/license-keys/validate';
    const first = await call('POST', url, presented(keys.seat), headers);
    await fixture.seller('PATCH', `/v1/subscriptions/${purchases.subscription.id}`, { cancel_at_period_end: true });
    const again = await call('POST', url, presented(keys.seat), headers);
    await fixture.seller('PATCH', `/v1/subscriptions/${purchases.subscription.id}`, { cancel_at_period_end: false });
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    const other = version === THIRD ? FIRST : THIRD;
    expect(await as(other, callAs(fixture.api))('POST', url, presented(keys.seat), headers)).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'idempotency_key_reused' }] },
    });
  });

  test('has a document, in which responses of later versions are wrong', async () => {
    const { document } = Contract.of(fixture.api, version);
    expect(document).toMatchObject({ info: { version } });
    for (const later of API_VERSIONS) {
      const answer = await as(later)('GET', `/v1/license-keys/${keys.seat.id}`);
      const contract = Contract.of(fixture.api, version);
      const isSame = (later === FIRST) === (version === FIRST);
      expect(contract.violations('GET /v1/license-keys/{id}', answer)).toHaveLength(isSame ? 0 : 2);
    }
  });
});

test('the first version is that of requests that name none; keys and responses of it are the same', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const url = '/v1/license-keys/validate';
  const first = await as(undefined)('POST', url, presented(keys.direct), headers);
  const again = await as(FIRST)('POST', url, presented(keys.direct), headers);
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
});

test('a member who was deleted is not shown', async () => {
  const owner = { email: uniqueEmail() };
  const { id: customer_id } = await fixture.create('/v1/customers/', { type: 'team', name: 'Acme', owner });
  const own = await fixture.create(`/v1/customers/${customer_id}/members`, { email: uniqueEmail() });
  const { body: key } = await fixture.seller('POST', '/v1/license-keys/', {
    customer_id,
    benefit_id: keys.direct.benefit_id,
    member_id: own.id,
  });
  const read = async () => addedTo((await as(SECOND)('GET', `/v1/license-keys/${key.id}`)).body);
  expect(await read()).toMatchObject({ member_id: own.id, member: { email: own.email } });
  await fixture.seller('DELETE', `/v1/customers/${customer_id}/members/${own.id}`);
  expect(await read()).toMatchObject({ member_id: own.id, member: null });
});
