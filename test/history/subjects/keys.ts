import type { Client } from '../client.ts';
import type { SubjectType } from '../operations.ts';
import type { Seller } from './subject.ts';

interface IssuedKey {
  readonly id: string;
  readonly key: string;
}

/** Issues a license key to a new customer, and records it as a subject with this limit. */
export async function issueKey(
  client: Client,
  seller: Seller,
  { type, limit, terms }: { readonly type: SubjectType; readonly limit: number; readonly terms: object },
): Promise<IssuedKey> {
  const customer_id = await createCustomer(client);
  const body = { customer_id, benefit_id: seller.benefitId, ...terms };
  const { id, key } = (await client.get({ method: 'POST', path: '/v1/license-keys/', body, asSeller: true })) as IssuedKey;
  await client.created(id, type, limit);
  return { id, key };
}

export async function createCustomer(client: Client): Promise<string> {
  const body = { email: `${crypto.randomUUID()}@acme.example` };
  return (await client.get({ method: 'POST', path: '/v1/customers/', body, asSeller: true })).id;
}

/** A request of an application that has the string of a license key. */
export const withKey = (operation: 'validate' | 'activate' | 'deactivate', seller: Seller, key: string, more: object = {}) => ({
  method: 'POST' as const,
  path: `/v1/customer-portal/license-keys/${operation}`,
  body: { key, organization_id: seller.organizationId, ...more },
});
