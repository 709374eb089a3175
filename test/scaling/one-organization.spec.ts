import { placementsOf } from '#engine/persistence';
import { Config } from '#platform/config';
import { contexts } from '../../apps/contexts.ts';
import { startMessaging } from '../../apps/worker/start-messaging.ts';
import { apiOn, SECRET_KEY, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { queryAt } from '../support/own-postgres.ts';
import { recordStatements } from '../support/record-statements.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedSeats } from '../support/seed-seats.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const DIVIDED = [...placementsOf(contexts)].filter(([, placement]) => placement === 'organization').map(([name]) => name);

/** The service takes the server for a coordinator of Citus. */
const AS_COORDINATOR = `insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  values (99999, 'citus', 10, 11, false, 'test')`;

/** The organization of a divided table is compared with a value, or with the one of rows that have only one. */
const NAMES_ORGANIZATION = /organization_id"? = \$\d|\$\d+::uuid as organization_id|\("?organization_id\b[^)]*\)\s+values \(\$1/;
const HAS_SEVERAL = /unnest\([^()]*\)\s+(?:with ordinality\s+)?as \w+\s*\([^()]*\borganization_id\b/;

/** Statements that may be about several organizations, by what they contain. */
const OF_SEVERAL = [
  // Counts of several organizations are written once a minute.
  'insert into licensing.key_activity',
  'insert into licensing.key_refusals',
  'insert into licensing.key_uses',
  'insert into licensing.told_refusals',
  // What a batch of customers or purchases changes may be of several organizations: their tables are on the coordinator.
  'insert into platform.audit_log',
  // Whoever shows an invitation does not say whose it is.
  's.invitation_digest = any',
];

async function ok(call: Call, method: 'GET' | 'POST' | 'PATCH', url: string, body?: object, status = 200) {
  const answer = await call(method, url, body);
  expect([url, answer.status, answer.text]).toEqual([url, status, expect.anything()]);
  return answer.body;
}

async function useKeys(api: TestApi, tenants: readonly SeededOrganization[]): Promise<void> {
  const activations = { limit: 50, enableCustomerAdmin: false };
  const offline = { leaseSeconds: 600, graceSeconds: 60, maxOfflineDevices: 5 };
  const issued = await Promise.all(
    tenants.map(async ({ organization, oat }) => {
      const seller = callAs(api, oat);
      const benefit_id = (await seedBenefit(api, organization.id, { activations, offline })).id;
      const customer_id = (await seedCustomer(api, organization.id)).id;
      const { id, key } = await ok(seller, 'POST', '/v1/license-keys/', { customer_id, benefit_id }, 201);
      return { id, about: { key, organization_id: organization.id }, seller };
    }),
  );
  const anybody = callAs(api);
  await Promise.all(
    ['Laptop', 'Phone'].flatMap((label) =>
      issued.flatMap(({ about, seller, id }) => [
        ok(seller, 'POST', '/v1/license-keys/activate', { ...about, label }),
        ok(anybody, 'POST', '/v1/customer-portal/license-keys/validate', about),
        ok(seller, 'GET', `/v1/license-keys/${id}`),
        ok(seller, 'GET', '/v1/license-keys/'),
      ]),
    ),
  );
  for (const { seller, id } of issued) {
    expect(await ok(seller, 'GET', `/v1/license-keys/${id}`)).toMatchObject({ validations: 2, activations: [{}, {}] });
    await ok(seller, 'PATCH', `/v1/license-keys/${id}`, { limit_usage: 5 });
  }
}

async function buy(api: TestApi, tenants: readonly SeededOrganization[]): Promise<void> {
  await Promise.all(
    tenants.map(async (tenant) => {
      const { organization, oat } = tenant;
      const seller = callAs(api, oat);
      const { id: benefit } = await seedBenefit(api, organization.id);
      const product = await seedProduct(api, organization.id, { every: 'month', benefits: [benefit] });
      const customer_id = (await seedCustomer(api, organization.id)).id;
      await ok(seller, 'POST', '/v1/subscriptions/', { product_id: product.id, customer_id }, 201);
      await eventually(async () => (await ok(seller, 'GET', `/v1/license-keys/?benefit_id=${benefit}`)).items.length > 0);
      const { invite } = await seedSeats(api, tenant, 3);
      await ok(callAs(api), 'POST', '/v1/customer-seats/claim', { invitation_token: (await invite()).invitation_token });
    }),
  );
}

async function use(api: TestApi, tenants: readonly SeededOrganization[]): Promise<void> {
  await Promise.all(
    tenants.map(async ({ organization, oat }) => {
      const seller = callAs(api, oat);
      const rule = { filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'sum', property: 'n' } };
      const customer_id = (await seedCustomer(api, organization.id, { external_id: 'ada' })).id;
      const event = { name: 'call', metadata: { n: 1, text: 'Hello' } };
      const events = [
        { ...event, customer_id, external_id: 'root' },
        { ...event, external_customer_id: 'ada', external_id: 'child', parent_id: 'root' },
      ];
      await ok(seller, 'POST', '/v1/events/ingest', { events });
      const { id: meter_id } = await ok(seller, 'POST', '/v1/meters/', { name: 'Calls', ...rule }, 201);
      const [{ id: parent_id }] = (await ok(seller, 'GET', '/v1/events/?depth=0&name=call')).items;
      const filters = [
        `parent_id=${parent_id}`,
        `parent_id=${parent_id}&depth=2`,
        `customer_id=${customer_id}`,
        `meter_id=${meter_id}`,
      ];
      for (const filter of [...filters, 'external_customer_id=ada&depth=1', 'source=system']) {
        await ok(seller, 'GET', `/v1/events/?${filter}`);
      }
      await ok(seller, 'GET', `/v1/events/${parent_id}`);
      await ok(seller, 'GET', '/v1/events/names?external_customer_id=ada');
      await ok(seller, 'GET', `/v1/event-types/?parent_id=${parent_id}`);
      const range = 'start_timestamp=2026-01-01T00:00:00Z&end_timestamp=2026-12-31T00:00:00Z&interval=month';
      for (const more of ['', `&customer_id=${customer_id}`, '&customer_aggregation_function=sum']) {
        await ok(seller, 'GET', `/v1/meters/${meter_id}/quantities?${range}${more}`);
      }
      const [{ id }] = (await ok(seller, 'GET', `/v1/customer-meters/?meter_id=${meter_id}`)).items;
      await ok(seller, 'POST', `/v1/customer-meters/${id}/reset`, { reason: 'Agreed' });
      await ok(seller, 'GET', '/v1/metrics/?start_date=2026-01-01&end_date=2026-12-31&interval=month');
      expect((await seller('DELETE', `/v1/customers/${customer_id}?anonymize=true`)).status).toBe(204);
      const read = async () => (await ok(seller, 'GET', `/v1/events/${parent_id}`)).metadata;
      await eventually(async () => !('text' in (await read())));
    }),
  );
}

test('where tables are divided by organization, every statement about them names one', async () => {
  await using resources = new AsyncDisposableStack();
  const database = await freshDatabase();
  resources.defer(() => database.drop());
  await queryAt(database.url, AS_COORDINATOR);
  const statements = await recordStatements(async () => {
    const api = await apiOn(database.url);
    resources.defer(() => api.close());
    const config = Config.from({});
    resources.use(await startMessaging(api.app, { config, databaseUrl: database.url, secretKeys: [SECRET_KEY] }));
    const tenants = [await seedOrganization(api), await seedOrganization(api)];
    await useKeys(api, tenants);
    await buy(api, tenants);
    await use(api, tenants);
  });
  const about = [...new Set(statements)].filter((text) => DIVIDED.some((name) => text.replaceAll('"', '').includes(name)));
  expect(about.length).toBeGreaterThan(30);
  const others = about.filter((text) => HAS_SEVERAL.test(text) || !NAMES_ORGANIZATION.test(text));
  expect(others.filter((text) => !OF_SEVERAL.some((part) => text.includes(part)))).toEqual([]);
  expect(statements.filter((text) => text.includes('force_generic_plan'))).toEqual([]);
});
