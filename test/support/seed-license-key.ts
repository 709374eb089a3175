import type { TestApi } from './api.ts';
import { callAs } from './call.ts';
import { seedBenefit } from './seed-benefit.ts';
import { seedCustomer } from './seed-customer.ts';
import type { SeededOrganization } from './seed.ts';

interface Order {
  readonly customer_id?: string;
  readonly benefit_id?: string;
  readonly member_id?: string | null;
  readonly key?: string;
  readonly limit_activations?: number | null;
  readonly limit_usage?: number | null;
  readonly expires_at?: string | null;
  readonly allowed_devices?: readonly string[] | null;
}

export interface SeededLicenseKey {
  readonly id: string;
  readonly key: string;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly benefit_id: string;
}

/** Issues a key over HTTP: by default without limits, to a new customer, through a new benefit. */
export async function seedLicenseKey(
  api: TestApi,
  { organization, oat }: SeededOrganization,
  order: Order = {},
): Promise<SeededLicenseKey> {
  const customer_id = order.customer_id ?? (await seedCustomer(api, organization.id)).id;
  const benefit_id = order.benefit_id ?? (await seedBenefit(api, organization.id)).id;
  const { status, body, text } = await callAs(api, oat)('POST', '/v1/license-keys/', {
    allow_short_key: true,
    ...order,
    customer_id,
    benefit_id,
  });
  if (status !== 201) throw new Error(`Issuing a license key failed: ${status} ${text}`);
  return body as SeededLicenseKey;
}
