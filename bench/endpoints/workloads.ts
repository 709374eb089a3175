import { activate, validate } from '../operations.ts';
import { FRESH, type Requests, type Sent, type Workload } from '../load/workload.ts';
import type { ReadLine, WriteLine } from './lines.ts';
import type { Shop } from './shop.ts';

/** The read of a line, about the n-th object where it is about one. */
export function read(line: ReadLine, shop: Shop, n: number): Sent {
  const [method, token] = ['GET' as const, shop.token];
  const [customer, key, visitor] = [shop.customerIds, shop.keyIds, shop.visitors].map((all) => all[n % all.length]!);
  switch (line) {
    case 'organizations':
      return { method, path: '/v1/organizations/', token: shop.ownerToken };
    case 'keys':
      return { method, path: '/v1/license-keys/', token };
    case 'customer':
      return { method, path: `/v1/customers/${customer}`, token };
    case 'state':
      return { method, path: `/v1/customers/${customer}/state`, token };
    case 'key':
      return { method, path: `/v1/license-keys/${key}`, token };
    case 'me':
      return { method, path: '/v1/customer-portal/customers/me', token: visitor! };
    default:
      return { method, path: `/v1/${line}/`, token };
  }
}

const DRAWN = 1_000;

export const reads = (line: ReadLine, shop: Shop): Requests => ({
  requests: Array.from({ length: DRAWN }, (_, n) => read(line, shop, n)),
});

/** The workload of a line that writes. `invitations` are those of one run; no other line needs anything of its own. */
export function writes(line: WriteLine, shop: Shop, keys: number, invitations: readonly string[]): Workload {
  switch (line) {
    case 'validate':
      return validate({ keys });
    case 'activate':
      return activate({ keys });
    case 'ingest':
      return { requests: shop.customerIds.map((customer) => ingested(shop.token, customer)) };
    case 'patch-me':
      return { requests: shop.visitors.map(patched) };
    case 'claims':
      return { requests: invitations.map(claimed), once: true };
  }
}

function ingested(token: string, customer_id: string): Sent {
  const event = { name: 'call', customer_id, external_id: FRESH, metadata: { ms: 12, model: 'm1', cached: false } };
  return { method: 'POST', path: '/v1/events/ingest', token, body: JSON.stringify({ events: [event] }) };
}

const patched = (token: string): Sent => ({
  method: 'PATCH',
  path: '/v1/customer-portal/customers/me',
  token,
  body: JSON.stringify({ billing_name: `Bench ${FRESH}` }),
});

const claimed = (invitation_token: string): Sent => ({
  method: 'POST',
  path: '/v1/customer-seats/claim',
  body: JSON.stringify({ invitation_token }),
});
