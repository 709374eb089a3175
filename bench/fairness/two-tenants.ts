import { newToken } from '#engine/secrets';
import type { BillingFixture } from '../messaging/billing-fixture.ts';
import type { Call } from './http-load.ts';

const MIB = 1024 * 1024;
/** The longest label, and conditions and meta with the most and longest pairs. */
const LABEL = 'x'.repeat(10_000);
const PAIRS = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key-${index}`.padEnd(40, 'k'), 'v'.repeat(500)]));
/** The largest definitions that the service accepts are found by trying: it refuses more with a 4xx. */
const METERS = 20;
const CLAUSES = 200;
const FILTERS = 20;

interface LicenseKey {
  readonly id: string;
  readonly key: string;
}

type Send = (path: string, body?: object, method?: string) => Promise<{ status: number; body: Record<string, unknown> }>;

const sender =
  (port: number, token: string): Send =>
  async (path, body, method = body ? 'POST' : 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

async function buyKey(port: number, { token, productId, customerIds }: BillingFixture, customer = 0): Promise<LicenseKey> {
  const send = sender(port, token);
  const order = await send('/v1/orders/', { product_id: productId, customer_id: customerIds[customer]! });
  if (order.status !== 201) throw new Error(`The purchase failed: ${order.status} ${JSON.stringify(order.body)}`);
  for (;;) {
    const { body } = await send('/v1/license-keys/');
    const keys = body['items'] as { id: string; customer_id: string }[];
    const bought = keys.find(({ customer_id }) => customer_id === customerIds[customer]);
    if (bought) return unlimited(send, bought.id);
  }
}

async function unlimited(send: Send, id: string): Promise<LicenseKey> {
  const { status, body } = await send(`/v1/license-keys/${id}`, { limit_activations: 1_000_000 }, 'PATCH');
  if (status !== 200) throw new Error(`The limit could not be raised: ${status} ${JSON.stringify(body)}`);
  return body as unknown as LicenseKey;
}

/** What a tenant does every day. Each purchase is of another customer. The key that is read is not the one that gets activations. */
export async function ordinaryWork(port: number, tenant: BillingFixture): Promise<Call[]> {
  const { token, organizationId, productId, customerIds } = tenant;
  const { id, key } = await buyKey(port, tenant);
  const busy = await buyKey(port, tenant, 1);
  const presented = [JSON.stringify({ key, organization_id: organizationId })];
  const activated = [JSON.stringify({ key: busy.key, organization_id: organizationId, label: 'Laptop' })];
  const purchases = customerIds.slice(2).map((customer_id) => JSON.stringify({ product_id: productId, customer_id }));
  const keys = '/v1/customer-portal/license-keys';
  const calls: readonly (readonly [times: number, call: Call])[] = [
    [6, { name: 'validate', method: 'POST', path: `${keys}/validate`, bodies: presented }],
    [3, { name: 'activate', method: 'POST', path: `${keys}/activate`, bodies: activated }],
    [4, { name: 'read a key', method: 'GET', path: `/v1/license-keys/${id}`, token }],
    [2, { name: 'list keys', method: 'GET', path: '/v1/license-keys/?limit=10', token }],
    [4, { name: 'read a customer', method: 'GET', path: `/v1/customers/${customerIds[0]}`, token }],
    [1, { name: 'purchase', method: 'POST', path: '/v1/orders/', token, bodies: purchases }],
  ];
  return calls.map(([times, call]) => ({ ...call, times }));
}

export const HEALTH: Call = { name: 'health', method: 'GET', path: '/health/ready' };

/** As many cheap requests as the connections take: what an attack costs others that asks for nothing expensive. */
export async function plainWork(port: number, tenant: BillingFixture): Promise<Call> {
  const { key } = await buyKey(port, tenant);
  const bodies = [JSON.stringify({ key, organization_id: tenant.organizationId })];
  return { name: 'validate', method: 'POST', path: '/v1/customer-portal/license-keys/validate', bodies };
}

/** The worst that a tenant, its customers and strangers can send at the same time. */
export async function hostileWork(port: number, tenant: BillingFixture): Promise<Call[]> {
  const { token, organizationId } = tenant;
  const send = sender(port, token);
  const { id, key } = await buyKey(port, tenant);
  for (let meter = 0; meter < METERS; meter++) {
    const clauses = Array.from({ length: CLAUSES }, (_, n) => ({ property: `p${n}`, operator: 'like', value: `value ${n}` }));
    await send('/v1/meters/', { name: `Meter ${meter}`, filter: { conjunction: 'or', clauses }, aggregation: { func: 'count' } });
  }
  const keys = '/v1/customer-portal/license-keys';
  const activation = { key, organization_id: organizationId, label: LABEL, conditions: PAIRS, meta: PAIRS };
  const filters = Array.from({ length: FILTERS }, (_, n) => `metadata[k${n}]=v${n}`).join('&');
  const wrong = Array.from({ length: 1_000 }, (_, n) =>
    JSON.stringify({ key: `WRONG-${n}-${'x'.repeat(20)}`, organization_id: organizationId }),
  );
  const event = { name: 'call', external_customer_id: 'somebody', metadata: { tokens: 1 } };
  const post = (name: string, path: string, more: Partial<Call>): Call => ({ name, method: 'POST', path, ...more });
  const get = (name: string, path: string, more: Partial<Call> = {}): Call => ({ name, method: 'GET', path, ...more });
  return [
    post('activate with long texts', `${keys}/activate`, { bodies: [JSON.stringify(activation)] }),
    get('a key with its activations', `/v1/license-keys/${id}`, { token }),
    get('the OpenAPI document', '/openapi.json'),
    post('10 MiB, unknown token', '/v1/events/ingest', { token: newToken('oat'), eventBytes: 10 * MIB }),
    post('10 MiB of events', '/v1/events/ingest', { token, eventBytes: 10 * MIB }),
    get('filters by metadata', `/v1/customers/?limit=100&${filters}`, { token }),
    post('events for many clauses', '/v1/events/ingest', {
      token,
      bodies: [JSON.stringify({ events: Array.from({ length: 1_000 }, () => event) })],
    }),
    post('sign-in mails', '/v1/customer-portal/customer-session/request', {
      bodies: [JSON.stringify({ organization_id: organizationId, email: 'customer-1@example.com' })],
    }),
    post('wrong keys', `${keys}/validate`, { bodies: wrong }),
    get('customers, sorted and counted', '/v1/customers/?limit=100&query=customer&sorting=name', { token }),
  ];
}
