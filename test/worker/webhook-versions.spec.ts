import type * as sdk from '@polar-sh/sdk/2026-04';
import { API_VERSIONS, type ApiVersion } from '#support/api-versions';
import { compile } from '../architecture/compile.ts';
import type { Answer } from '../support/call.ts';
import { uniqueEmail } from '../support/seat-fixture.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';
import type { ReceivedWebhook } from '../support/webhook-receiver.ts';

type Body = Answer['body'];

/** The public client of a version. */
const clientOf = async (version: ApiVersion) => (await import(`@polar-sh/sdk/${version}`)) as typeof sdk;
const KINDS = ['customer.created', 'license_key.created'];
const ADDED = ['member_id', 'member'];

let fixture: WebhookFixture;
beforeAll(async () => {
  fixture = await openWebhookFixture();
});
afterAll(() => fixture.close());

const as = (version: ApiVersion) => ({ 'polar-version': version });
const parsed = ({ body }: Pick<ReceivedWebhook, 'body'>): Body => JSON.parse(body);
const endpointIn = (version: ApiVersion, path = `/${version}`) =>
  fixture.endpoint(path, { events: KINDS, api_version: version }) as Promise<Body>;
const feedIn = async (version: ApiVersion): Promise<Body[]> =>
  (await fixture.seller('GET', '/v1/webhooks/events?after=0', undefined, as(version))).body.items;

/** A customer with a license key of a member. */
async function buy() {
  const { id: benefit_id } = await fixture.benefit();
  const customer = await fixture.create('/v1/customers/', { type: 'team', name: 'Acme', owner: { email: uniqueEmail() } });
  const member = await fixture.create(`/v1/customers/${customer.id}/members`, { email: uniqueEmail() });
  const key = await fixture.create('/v1/license-keys/', { customer_id: customer.id, benefit_id, member_id: member.id });
  await fixture.delivered();
  return { member, key };
}

test('each endpoint gets the events in its version, which the client of that version verifies and types', async () => {
  await feedIn('2026-04');
  const endpoints = await Promise.all(API_VERSIONS.map((version) => endpointIn(version)));
  expect(endpoints.map(({ api_version }) => api_version)).toEqual(API_VERSIONS);
  const { member } = await buy();
  const holder = { member_id: member.id, member: { id: member.id, email: member.email, external_id: member.external_id } };
  const pages: Record<string, string> = {};
  for (const [index, version] of API_VERSIONS.entries()) {
    const requests = await fixture.receiver.at(`/${version}`, KINDS.length);
    const created = requests.find((request) => parsed(request).type === 'customer.created')!;
    const headers = created.headers as Record<string, string>;
    const { webhooks } = await clientOf(version);
    await webhooks.validateEvent(created.body, headers, endpoints[index].secret);
    pages[version] = `import type { webhooks } from '@polar-sh/sdk/${version}';
      type Read<T> = T extends readonly (infer Item)[] ? readonly Read<Item>[]
        : T extends object ? { readonly [K in keyof T]: Read<T[K]> } & { readonly [further: string]: unknown } : T;
      export const event: Read<webhooks.WebhookCustomerCreatedPayload> = ${created.body} as const;`;
    const issued = parsed(requests.find((request) => parsed(request).type === 'license_key.created')!);
    const shown = Object.fromEntries(Object.entries(issued.data).filter(([name]) => ADDED.includes(name)));
    expect([issued.api_version, shown]).toEqual([version, version === '2026-04' ? {} : holder]);
    const { body } = await fixture.seller('GET', `/v1/webhooks/deliveries?endpoint_id=${endpoints[index].id}`);
    const payloads = body.items.map(({ webhook_event: event }: Body) => [event.api_version, event.payload]);
    expect(payloads.sort()).toEqual(requests.map((request) => [version, request.body]).sort());
    const feed = (await feedIn(version)).map(({ payload }) => payload);
    expect(feed).toEqual(expect.arrayContaining(requests.map((request) => request.body)));
  }
  expect(compile(pages)).toEqual(Object.fromEntries(API_VERSIONS.map((version) => [version, []])));
});

test('another version of an endpoint is that of what is delivered from then on, again, or as a test', async () => {
  const endpoint = await endpointIn('2026-04', '/changed');
  const { key } = await buy();
  const before = (await fixture.receiver.at('/changed', KINDS.length)).find((each) => parsed(each).data.id === key.id);
  const url = `/v1/webhooks/endpoints/${endpoint.id}`;
  const { body: changed } = await fixture.seller('PATCH', url, { api_version: '2026-10' });
  expect(changed).toMatchObject({ api_version: '2026-10' });
  const attempts = await fixture.seller('GET', `/v1/webhooks/deliveries?endpoint_id=${endpoint.id}`);
  expect(attempts.body.items.map(({ webhook_event }: Body) => webhook_event.api_version)).toEqual(['2026-04', '2026-04']);

  await fixture.seller('POST', `/v1/webhooks/events/${before!.headers['webhook-id'] as string}/redeliver`);
  const again = (await fixture.receiver.at('/changed', KINDS.length + 1)).at(-1)!;
  expect(again.headers['webhook-id']).toBe(before!.headers['webhook-id']);
  const { api_version: _first, data, ...others } = parsed(before!);
  expect(parsed(again)).toEqual({ ...others, api_version: '2026-10', data: { ...data, ...parsed(again).data } });
  expect(Object.keys(parsed(again).data).sort()).toEqual([...Object.keys(data), ...ADDED].sort());

  await fixture.seller('POST', `${url}/test`);
  const tested = parsed((await fixture.receiver.at('/changed', KINDS.length + 2)).at(-1)!);
  expect([tested.api_version, ADDED.every((name) => name in tested.data)]).toEqual(['2026-10', true]);
});

test('an endpoint has the version of the request that creates it, unless it says another one', async () => {
  const attributes = { url: fixture.receiver.url, format: 'raw', events: [] };
  for (const version of API_VERSIONS) {
    const { body } = await fixture.seller('POST', '/v1/webhooks/endpoints', attributes, as(version));
    expect(body.api_version).toBe(version);
  }
  const { status, body } = await fixture.seller('POST', '/v1/webhooks/endpoints', { ...attributes, api_version: '2025-01' });
  expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'api_version'], type: 'enum' }]]);
});
