import type { TestApi } from './api.ts';
import { callAs } from './call.ts';
import { seedBenefit } from './seed-benefit.ts';
import { seedCustomer } from './seed-customer.ts';
import type { SeededOrganization } from './seed.ts';

interface Terms {
  readonly limit_activations?: number | null;
  readonly limit_usage?: number | null;
  readonly expires_at?: string | null;
}

export interface SeededLicenseKey {
  readonly id: string;
  readonly key: string;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly benefit_id: string;
}

/** A key issued over HTTP to a new customer through a new benefit; without limits unless said otherwise. */
export async function seedLicenseKey(
  api: TestApi,
  { organization, oat }: SeededOrganization,
  terms: Terms = {},
): Promise<SeededLicenseKey> {
  const customer = await seedCustomer(api, organization.id);
  const benefit = await seedBenefit(api, organization.id);
  const order = { customer_id: customer.id, benefit_id: benefit.id, ...terms };
  const { status, body, text } = await callAs(api, oat)('POST', '/v1/license-keys/', order);
  if (status !== 201) throw new Error(`No license key was issued: ${status} ${text}`);
  return body as SeededLicenseKey;
}
