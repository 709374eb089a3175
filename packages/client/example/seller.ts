import { readBuild, readDemo, writeBuild } from './build.ts';

const DAY = 24 * 3600;

interface Named {
  readonly id: string;
}

/** Calls the API as the seller, with the token of the demo data. */
async function asSeller<T>(method: 'POST' | 'PATCH', path: string, body: object): Promise<T> {
  const { base_url, tokens } = readDemo();
  const response = await fetch(base_url + path, {
    method,
    headers: { authorization: `Bearer ${tokens.oat}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** What the seller does once: a benefit that allows work offline, a license key of it, and the root key for the application. */
export async function setUp(): Promise<string> {
  const { base_url: url, organization, customer } = readDemo();
  const { id: benefit_id } = await asSeller<Named>('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'License for Flight Notes',
    properties: {
      prefix: 'FLIGHT',
      activations: { limit: 2, enable_customer_admin: true },
      offline: { lease_seconds: 7 * DAY, grace_seconds: DAY, max_offline_devices: 2 },
    },
  });
  const order = { customer_id: customer.id, benefit_id };
  const licenseKey = await asSeller<{ id: string; key: string }>('POST', '/v1/license-keys/', order);
  const rootKey = await rootKeyOf(url, organization.id, licenseKey.key);
  const { id, key } = licenseKey;
  writeBuild({ url, organizationId: organization.id, rootKey, licenseKey: { id, key } });
  return key;
}

/**
 * The first signed answer makes the keys of an organization. Sellers read the root key once, on their own machine, and build it in: one
 * that an application fetches proves nothing.
 */
async function rootKeyOf(url: string, organizationId: string, key: string): Promise<string> {
  await fetch(`${url}/v1/customer-portal/license-keys/validate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'license-nonce': crypto.randomUUID() },
    body: JSON.stringify({ key, organization_id: organizationId }),
  });
  const response = await fetch(`${url}/.well-known/latchkey/${organizationId}/jwks.json`);
  return ((await response.json()) as { readonly root: { readonly x: string } }).root.x;
}

export async function setStatus(status: 'revoked' | 'granted'): Promise<void> {
  await asSeller('PATCH', `/v1/license-keys/${readBuild().licenseKey.id}`, { status });
}
