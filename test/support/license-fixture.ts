import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from './api.ts';
import { type Answer, type Call, callAs } from './call.ts';
import { seedBenefit } from './seed-benefit.ts';
import { seedCustomer } from './seed-customer.ts';
import { seedLicenseKey, type SeededLicenseKey } from './seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from './seed.ts';

export const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const LARGEST = 2_147_483_647;

/** An organization with a license key benefit and a customer, and a second organization (`theirs`). */
export interface LicenseFixture {
  readonly api: TestApi;
  readonly ours: SeededOrganization;
  readonly theirs: SeededOrganization;
  readonly customer: { readonly id: string };
  readonly benefit: { readonly id: string };
  /** Calls with an organization access token. */
  readonly seller: Call;
  /** Without credentials. */
  readonly anonymous: Call;
  /** Issues a key to the customer through the benefit, unless the attributes say otherwise. */
  key(order?: Parameters<typeof seedLicenseKey>[2]): Promise<SeededLicenseKey>;
  /** Activates a key and returns the id of the activation. */
  activation(key: SeededLicenseKey, attributes?: object): Promise<string>;
  /** The seller's view of the key, with its activations. */
  read(key: { readonly id: string }): Promise<Answer['body']>;
  /** Published events about a key, in order. */
  eventsOf(id: string): Promise<{ name: string; payload: Record<string, unknown> }[]>;
  /** Every row of the licensing tables, and every published event. */
  snapshot(): Promise<unknown>;
  close(): Promise<void>;
}

/** The parameters that identify a key in requests of applications. */
export const keyParams = ({ key, organization_id }: SeededLicenseKey): { key: string; organization_id: string } => ({
  key,
  organization_id,
});

export async function openLicenseFixture(environment: Parameters<typeof startApi>[0] = {}): Promise<LicenseFixture> {
  const api = await startApi(environment);
  const ours = await seedOrganization(api);
  const theirs = await seedOrganization(api);
  const customer = await seedCustomer(api, ours.organization.id);
  const benefit = await seedBenefit(api, ours.organization.id);
  const seller = callAs(api, ours.oat);
  const rows = <T = unknown>(sql: string, ...values: unknown[]) => api.app.get(EntityManager).fork().execute<T[]>(sql, values);
  return {
    api,
    ours,
    theirs,
    customer,
    benefit,
    seller,
    anonymous: callAs(api),
    key: (order) => seedLicenseKey(api, ours, { customer_id: customer.id, benefit_id: benefit.id, ...order }),
    activation: async (key, attributes = {}) => {
      const { status, body, text } = await seller('POST', '/v1/license-keys/activate', {
        ...keyParams(key),
        label: 'laptop',
        ...attributes,
      });
      if (status !== 200) throw new Error(`Not activated: ${status} ${text}`);
      return body.id;
    },
    read: async ({ id }) => (await seller('GET', `/v1/license-keys/${id}`)).body,
    eventsOf: (id) => rows('select name, payload from platform.outbox where aggregate_id = ? order by id', id),
    snapshot: async () => [
      await rows('select * from licensing.license_keys order by id'),
      await rows('select * from licensing.key_strings order by license_key_id, digest'),
      await rows('select * from licensing.activations order by id'),
      // It is published in the background that a limit refuses.
      await rows(`select * from platform.outbox where name <> 'license_key.activation_refused' order by id`),
    ],
    close: () => api.close(),
  };
}
