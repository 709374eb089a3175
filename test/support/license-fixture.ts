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

/** An organization that sells licenses to one customer, and another organization beside it. */
export interface LicenseFixture {
  readonly api: TestApi;
  readonly ours: SeededOrganization;
  readonly theirs: SeededOrganization;
  readonly customer: { readonly id: string };
  readonly benefit: { readonly id: string };
  /** With the organization's own token. */
  readonly seller: Call;
  /** Without credentials. */
  readonly anonymous: Call;
  /** A key of the shop's customer and benefit. */
  key(order?: Parameters<typeof seedLicenseKey>[2]): Promise<SeededLicenseKey>;
  /** An activation of a key; its id. */
  activation(key: SeededLicenseKey, attributes?: object): Promise<string>;
  /** The key as the seller reads it, with its activations. */
  read(key: { readonly id: string }): Promise<Answer['body']>;
  /** What was told about a key, in order. */
  eventsOf(id: string): Promise<{ name: string; payload: Record<string, unknown> }[]>;
  /** Every row about licenses, and everything that was told. */
  snapshot(): Promise<unknown>;
  close(): Promise<void>;
}

/** How an application presents a key. */
export const keyParams = ({ key, organization_id }: SeededLicenseKey): { key: string; organization_id: string } => ({
  key,
  organization_id,
});

/** What a stranger can tell two answers apart by. */
export const visible = ({ status, text, headers }: Answer): object => {
  const { 'x-request-id': _id, date: _date, ...others } = headers;
  return { status, text, headers: others };
};

export async function openLicenseFixture(): Promise<LicenseFixture> {
  const api = await startApi();
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
      await rows('select * from platform.outbox order by id'),
    ],
    close: () => api.close(),
  };
}
