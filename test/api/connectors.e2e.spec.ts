import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { CONNECTOR_SECRET, stripeEvent, stripeSignature } from '../support/connectors/stripe-events.ts';
import { seedOrganization } from '../support/seed.ts';
import { seedProduct } from '../support/seed-product.ts';

let api: TestApi;
let call: Call;
let product: string;
beforeAll(async () => {
  api = await startApi();
  const ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
  product = (await seedProduct(api, ours.organization.id)).id;
});
afterAll(() => api.close());

const create = async (attributes: object = {}) =>
  (await call('POST', '/v1/connectors/', { provider: 'stripe', secret: CONNECTOR_SECRET, ...attributes })).body;

test('connectors are created, listed, changed and deleted; the secret is never returned', async () => {
  const connector = await create({ name: 'Shop' });
  const { id } = connector;
  expect(connector).toMatchObject({ provider: 'stripe', name: 'Shop', account: null, is_test: false, modified_at: null });
  expect(connector.webhook_path).toBe(`/v1/connectors/${id}/webhook`);
  expect(JSON.stringify(connector)).not.toContain('whsec');
  expect((await call('GET', '/v1/connectors/')).body.items).toContainEqual(connector);
  expect((await call('GET', `/v1/connectors/${id}`)).body).toEqual(connector);
  const changed = await call('PATCH', `/v1/connectors/${id}`, { name: null, account: 'acct_1', is_test: true });
  expect(changed.body).toMatchObject({ name: null, account: 'acct_1', is_test: true });
  expect((await call('DELETE', `/v1/connectors/${id}`)).status).toBe(204);
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    expect((await call(method, `/v1/connectors/${id}`, method === 'PATCH' ? {} : undefined)).status).toBe(404);
  }
});

test('a connector says who decides on access, and a price may be for a meter, or bring nothing', async () => {
  const connector = await create();
  const { id } = connector;
  expect(connector).toMatchObject({ entitlement: 'provider_status', unmapped: 'report', own_metadata: null });
  const rules = { unmapped: 'ignore', own_metadata: 'app=desktop' };
  expect((await call('PATCH', `/v1/connectors/${id}`, rules)).body).toMatchObject(rules);
  expect((await call('PATCH', `/v1/connectors/${id}`, { unmapped: null, own_metadata: null })).body).toMatchObject({
    unmapped: 'ignore',
    own_metadata: null,
  });
  expect((await call('PATCH', `/v1/connectors/${id}`, { own_metadata: '=desktop' })).status).toBe(422);
  expect((await call('PATCH', `/v1/connectors/${id}`, { entitlement: 'paid_only' })).body.entitlement).toBe('paid_only');
  const mapped = (body: object) => call('POST', `/v1/connectors/${id}/prices`, { external_id: 'price_1', ...body });
  expect((await mapped({ brings: 'nothing', product_id: product })).status).toBe(422);
  expect((await mapped({})).body.detail).toMatchObject([{ loc: ['body', 'product_id'], type: 'missing' }]);
  const meterOf = async (by: Call) =>
    (
      await by('POST', '/v1/meters/', {
        name: 'Calls',
        filter: { conjunction: 'and', clauses: [] },
        aggregation: { func: 'count' },
      })
    ).body.id as string;
  const [meter, ofOthers] = [await meterOf(call), await meterOf(callAs(api, (await seedOrganization(api)).oat))];
  for (const [body, field] of [
    [{ brings: 'meter', meter_id: ofOthers }, 'meter_id'],
    [{ brings: 'meter' }, 'meter_id'],
    [{ brings: 'nothing', meter_id: meter }, 'meter_id'],
    [{ brings: 'meter', meter_id: meter, product_id: product }, 'product_id'],
  ] as const)
    expect(await mapped(body)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field] }] } });
  const prices = async () => (await call('GET', `/v1/connectors/${id}/prices`)).body.items;
  for (const [body, expected] of [
    [{ product_id: product }, { product_id: product, brings: 'product' }],
    [
      { brings: 'meter', meter_id: meter },
      { product_id: null, meter_id: meter, brings: 'meter' },
    ],
    [{ brings: 'nothing' }, { product_id: null, meter_id: null, brings: 'nothing' }],
  ] as const) {
    expect((await mapped(body)).status).toBe(204);
    expect(await prices()).toMatchObject([{ external_id: 'price_1', ...expected }]);
  }
});

test('prices are mapped to products of the organization, replaced and removed', async () => {
  const { id } = await create();
  const unknown = await call('POST', `/v1/connectors/${id}/prices`, { external_id: 'price_1', product_id: id });
  expect([unknown.status, unknown.body.detail[0]]).toMatchObject([422, { loc: ['body', 'product_id'] }]);
  for (const external_id of ['price/2', 'price_1', 'price_1']) {
    expect((await call('POST', `/v1/connectors/${id}/prices`, { external_id, product_id: product })).status).toBe(204);
  }
  const ids = async () =>
    (await call('GET', `/v1/connectors/${id}/prices`)).body.items.map((each: { external_id: string }) => each.external_id);
  expect(await ids()).toEqual(['price/2', 'price_1']);
  expect((await call('DELETE', `/v1/connectors/${id}/prices/${encodeURIComponent('price/2')}`)).status).toBe(204);
  expect((await call('DELETE', `/v1/connectors/${id}/prices/price_3`)).status).toBe(404);
  expect(await ids()).toEqual(['price_1']);
});

describe('POST /v1/connectors/{id}/webhook', () => {
  const event = stripeEvent('customer.created', new Date(), { id: 'cus_1', object: 'customer', email: 'a@example.com' });
  const text = JSON.stringify(event);
  let id: string;
  beforeAll(async () => {
    id = (await create()).id;
  });

  const send = (body: string | Buffer, signature: string | undefined, to = id) =>
    callAs(api)('POST', `/v1/connectors/${to}/webhook`, body, signature ? { 'stripe-signature': signature } : {});
  const signed = (body: string, at = new Date()) => send(body, stripeSignature(body, CONNECTOR_SECRET, at));
  const minutesFromNow = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);

  test('stores an event once, to be seen with its body and processed again', async () => {
    expect([(await signed(text)).body, (await signed(text)).body]).toEqual([
      { received: true, is_new: true },
      { received: true, is_new: false },
    ]);
    const { items } = (await call('GET', `/v1/connectors/${id}/events?status=pending`)).body;
    expect(items).toMatchObject([{ external_id: event['id'], type: 'customer.created', status: 'pending', is_test: false }]);
    const event_id = items[0].id;
    expect((await call('GET', `/v1/connectors/${id}/events/${event_id}`)).body).toEqual({ ...items[0], payload: text });
    expect((await call('POST', `/v1/connectors/${id}/events/${event_id}/retry`)).status).toBe(202);
    expect((await call('GET', `/v1/connectors/${id}/events?status=failed`)).body.items).toEqual([]);
  });

  test('the former secret is accepted for as long as the seller says', async () => {
    const { id: own } = await create({ secret: 'whsec_of_before' });
    const url = `/v1/connectors/${own}`;
    const statusOf = async (secret: string): Promise<number> => (await send(text, stripeSignature(text, secret), own)).status;
    const changed = await call('PATCH', url, { secret: 'whsec_of_today', overlap_seconds: 3600 });
    expect(changed.body.previous_secret_ends_at).not.toBeNull();
    expect([await statusOf('whsec_of_before'), await statusOf('whsec_of_today'), await statusOf('whsec_another')]).toEqual([
      200, 200, 400,
    ]);
    expect((await call('PATCH', url, { name: 'Shop' })).body.previous_secret_ends_at).toBe(changed.body.previous_secret_ends_at);
    expect((await call('PATCH', url, { secret: 'whsec_of_now' })).body.previous_secret_ends_at).toBeNull();
    expect([await statusOf('whsec_of_today'), await statusOf('whsec_of_now')]).toEqual([400, 200]);
  });

  test.each([
    ['no signature', () => send(text, undefined)],
    ['a signature of another secret', () => send(text, stripeSignature(text, 'whsec_another'))],
    ['a signature of another body', () => send(text, stripeSignature(`${text} `, CONNECTOR_SECRET))],
    ['a header that is none', () => send(text, 'nonsense')],
    ['a signature that is too old', () => signed(text, minutesFromNow(-6))],
    ['a signature of the future', () => signed(text, minutesFromNow(6))],
  ])('rejects %s', async (_what, sending) => {
    const { status, body } = await sending();
    expect([status, body.error]).toEqual([400, 'WebhookSignatureInvalid']);
  });

  test.each(['null', '[]', '{', '{"id": "evt_1"}', '{"id": "\\u0000", "type": "a", "created": 1}', '"\\ud800"'])(
    'rejects %j, which is signed but no event',
    async (body) => {
      const answer = await signed(body);
      expect([answer.status, answer.body.error]).toEqual([400, 'WebhookEventInvalid']);
    },
  );

  test('rejects a body that is no text, or larger than 1 MiB, and a connector that does not exist', async () => {
    expect((await send(Buffer.from([0xff, 0xfe]), 'nonsense')).status).toBe(400);
    expect((await send('x'.repeat(1024 * 1024 + 1), 'nonsense')).status).toBe(413);
    expect((await send(text, 'nonsense', '6f1c2f3e-3d0a-4c55-9d7e-0c6f2b8f4a11')).status).toBe(404);
  });
});
