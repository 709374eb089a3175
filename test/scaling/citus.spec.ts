import { randomBytes, randomUUID } from 'node:crypto';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { DeleteOldAuditEntries } from '#audit';
import { DeleteOldActivations } from '#licensing';
import { Config } from '#platform/config';
import { migrate, ormOptions } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { contexts } from '../../apps/contexts.ts';
import { startMessaging } from '../../apps/worker/start-messaging.ts';
import { startWebhooks } from '../../apps/worker/start-webhooks.ts';
import { apiOn, SECRET_KEY, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { CitusDatabase, citusUrl } from '../support/citus.ts';
import { latchkey } from '../support/cli.ts';
import { eventually } from '../support/eventually.ts';
import { queryAt } from '../support/own-postgres.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedSeats } from '../support/seed-seats.ts';
import type { SeededOrganization } from '../support/seed.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const isThere = citusUrl() !== undefined;
if (!isThere) process.stderr.write('Skipped: test/scaling/citus.spec.ts, because CITUS_DATABASE_URL is not set.\n');

const OLD_EVENT = `insert into metering.events (id, organization_id, ingested_at, timestamp, source, name, subject_id, metadata)
  values (gen_random_uuid(), gen_random_uuid(), now(), now(), 'user', 'old', gen_random_uuid(), '{}')`;
const LEFT_ON_COORDINATOR = `
  select sum(pg_relation_size(inhrelid))::int as bytes from pg_inherits where inhparent = 'metering.events'::regclass`;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

(isThere ? describe : describe.skip)('on a coordinator of Citus with two nodes', () => {
  const resources = new AsyncDisposableStack();
  let database: CitusDatabase;
  let api: TestApi;
  let receiver: WebhookReceiver;
  let tenants: [SeededOrganization, SeededOrganization];
  beforeAll(async () => {
    database = resources.use(await CitusDatabase.distributed());
    api = await apiOn(database.url, { WEBHOOK_ALLOW: '127.0.0.1' });
    resources.defer(() => api.close());
    receiver = resources.use(await WebhookReceiver.open());
    const config = Config.from({});
    resources.use(await startMessaging(api.app, { config, databaseUrl: database.url, secretKeys: [SECRET_KEY] }));
    resources.use(startWebhooks(api.app, 50));
    tenants = await database.organizationsOnDifferentNodes(api);
  });
  afterAll(() => resources.disposeAsync());

  async function ok(call: Call, method: Method, url: string, body?: object, status = 200) {
    const answer = await call(method, url, body);
    expect([url, answer.status, answer.text]).toEqual([url, status, expect.anything()]);
    return answer.body;
  }

  async function issuedKey({ organization, oat }: SeededOrganization) {
    const seller = callAs(api, oat);
    const activations = { limit: 50, enableCustomerAdmin: false };
    const benefit_id = (await seedBenefit(api, organization.id, { activations })).id;
    const customer_id = (await seedCustomer(api, organization.id)).id;
    const { id, key } = await ok(seller, 'POST', '/v1/license-keys/', { customer_id, benefit_id }, 201);
    return { id, about: { key, organization_id: organization.id }, seller };
  }

  /** The same string in two organizations of a user, on different nodes. */
  async function keyOfTwoOrganizations() {
    const [tenant] = tenants;
    const owner = callAs(api, tenant.pat);
    const another = () => ok(owner, 'POST', '/v1/organizations/', { name: 'Another', slug: `another-${randomUUID()}` }, 201);
    let other = await another();
    while ((await database.nodeOf({ organization: other })) === (await database.nodeOf(tenant))) other = await another();
    const key = `KEY-${randomUUID()}`;
    const issued: { organization_id: string; benefit_id: string }[] = [];
    for (const { id } of [tenant.organization, other]) {
      const { id: customer_id } = await seedCustomer(api, id);
      const { id: benefit_id } = await seedBenefit(api, id);
      await ok(owner, 'POST', '/v1/license-keys/', { customer_id, benefit_id, key }, 201);
      issued.push({ organization_id: id, benefit_id });
    }
    return { owner, key, issued };
  }

  test('migrations run on divided tables as on others, and what a later version divides is divided then', async () => {
    await using older = await CitusDatabase.create();
    // As if Citus had been installed later: the nodes have none of the functions.
    const name = new URL(older.url).pathname.slice(1);
    await queryAt(older.url, `alter database ${name} set citus.enable_ddl_propagation to off`);
    const orm = await MikroORM.init(ormOptions(older.url, contexts, { statementTimeoutMs: 0 }));
    try {
      await migrate(orm, { before: 'Migration20261126_1301_PiecesAndRenewals' });
      await queryAt(older.url, `alter database ${name} reset citus.enable_ddl_propagation`);
      expect(await older.distribute((table) => !table.startsWith('metering.'))).toContain('licensing.license_keys');
      expect((await migrate(orm)).length).toBeGreaterThan(20);
      await queryAt(older.url, OLD_EVENT);
      expect(await older.distribute()).toContain('metering.events');
      expect(await queryAt(older.url, 'select seq::int, name from metering.events')).toEqual([{ seq: 1, name: 'old' }]);
      expect(await queryAt(older.url, LEFT_ON_COORDINATOR)).toEqual([{ bytes: 0 }]);
      const functions = `select distinct result from run_command_on_workers('select metering.consumed(''count'', 2, 0, 0, 0, 0)')`;
      expect(await queryAt(older.url, functions)).toEqual([{ result: '2' }]);
    } finally {
      await orm.close(true);
    }
  });

  test('`distribute` can be repeated', async () => {
    expect(await database.distribute()).toEqual([]);
  });

  test('keys of two organizations are activated, validated, read, and listed at the same time', async () => {
    const issued = await Promise.all(tenants.map(issuedKey));
    const rounds = Array.from({ length: 10 }, (_, index) => index);
    await Promise.all(
      rounds.flatMap((round) =>
        issued.flatMap(({ about, seller, id }) => [
          ok(seller, 'POST', '/v1/license-keys/activate', { ...about, label: `Device ${round}` }),
          ok(callAs(api), 'POST', '/v1/customer-portal/license-keys/validate', about),
          ok(seller, 'GET', `/v1/license-keys/${id}`),
        ]),
      ),
    );
    for (const { id, seller, about } of issued) {
      const read = await ok(seller, 'GET', `/v1/license-keys/${id}`);
      expect([read.validations, read.activations.length]).toEqual([10, 10]);
      expect((await ok(seller, 'GET', '/v1/license-keys/')).items.map((each: { id: string }) => each.id)).toEqual([id]);
      const activation_id = read.activations[0].id;
      await ok(seller, 'POST', '/v1/license-keys/deactivate', { ...about, activation_id }, 204);
      await ok(seller, 'PATCH', `/v1/license-keys/${id}`, { limit_usage: 5 });
      expect((await ok(seller, 'GET', `/v1/license-keys/${id}`)).activations).toHaveLength(9);
    }
    const [first, second] = issued;
    expect((await second!.seller('GET', `/v1/license-keys/${first!.id}`)).status).toBe(404);
    expect(
      (
        await callAs(api)('POST', '/v1/customer-portal/license-keys/validate', {
          ...first!.about,
          organization_id: second!.about.organization_id,
        })
      ).status,
    ).toBe(404);
  });

  test('tables have statistics as soon as they are placed', async () => {
    const withParts = Object.assign(new URL(database.url), { search: 'options=-c citus.override_table_visibility=off' }).href;
    const analyzed = `select from pg_class where relname ~ '^customers_[0-9]+$' and reltuples >= 0`;
    expect(await queryAt(withParts, analyzed)).toHaveLength(1);
  });

  test('a statement about all parts of a table takes one connection to each node', async () => {
    const em = api.app.get(EntityManager).fork();
    const setting = 'citus.max_adaptive_executor_pool_size';
    expect(await em.execute(`show ${setting}`)).toEqual([{ [setting]: '1' }]);
  });

  test('a purchase gets a key, and its webhook is sent', async () => {
    await Promise.all(
      tenants.map(async ({ organization, oat }, index) => {
        const seller = callAs(api, oat);
        const url = new URL(`/purchase-${index}`, receiver.url).href;
        await ok(seller, 'POST', '/v1/webhooks/endpoints', { url, format: 'raw', events: ['benefit_grant.created'] }, 201);
        const { id: benefit } = await seedBenefit(api, organization.id);
        const product = await seedProduct(api, organization.id, { every: 'month', benefits: [benefit] });
        const customer = await seedCustomer(api, organization.id);
        await ok(seller, 'POST', '/v1/subscriptions/', { product_id: product.id, customer_id: customer.id }, 201);
        const keys = async () => (await ok(seller, 'GET', `/v1/license-keys/?benefit_id=${benefit}`)).items;
        await eventually(async () => (await keys()).length > 0);
        expect(await keys()).toMatchObject([{ customer_id: customer.id }]);
        await receiver.at(`/purchase-${index}`, 1);
        expect((await ok(seller, 'GET', '/v1/products/')).items).toHaveLength(1);
        expect((await ok(seller, 'GET', '/v1/organizations/')).items).toHaveLength(1);
      }),
    );
  });

  test('seats of two organizations are claimed at the same time', async () => {
    await Promise.all(
      tenants.map(async (tenant) => {
        const { subscription_id, invite } = await seedSeats(api, tenant, 3);
        const { invitation_token } = await invite();
        await ok(callAs(api), 'POST', '/v1/customer-seats/claim', { invitation_token });
        const { seats } = await ok(callAs(api, tenant.oat), 'GET', `/v1/customer-seats?subscription_id=${subscription_id}`);
        expect(seats).toMatchObject([{ status: 'claimed' }]);
      }),
    );
  });

  test('a customer uses the portal', async () => {
    const [tenant] = tenants;
    const { id: customer_id } = await seedCustomer(api, tenant.organization.id);
    const { token } = await ok(callAs(api, tenant.oat), 'POST', '/v1/customer-sessions/', { customer_id }, 201);
    const customer = callAs(api, token);
    await ok(customer, 'PATCH', '/v1/customer-portal/customers/me', { billing_name: 'Ada' });
    expect(await ok(customer, 'GET', '/v1/customer-portal/customers/me')).toMatchObject({ billing_name: 'Ada' });
    expect((await ok(customer, 'GET', '/v1/customer-portal/license-keys/')).items).toEqual([]);
  });

  test('a change and its event are committed together, or neither is', async () => {
    await database.noteCommits('insert on platform.outbox');
    const { id, about, seller } = await issuedKey(tenants[0]);
    const used = { ...about, increment_usage: 1 };
    await ok(seller, 'PATCH', `/v1/license-keys/${id}`, { limit_usage: 1 });
    await ok(callAs(api), 'POST', '/v1/customer-portal/license-keys/validate', used);
    expect(await queryAt(database.url, 'select distinct is_prepared from public.commits')).toEqual([{ is_prepared: true }]);
    await queryAt(database.url, 'drop trigger note_commit on platform.outbox');
  });

  test('the same string for two keys is a conflict', async () => {
    const { organization, oat } = tenants[0];
    const key = `KEY-${randomUUID()}`;
    const customer_id = (await seedCustomer(api, organization.id)).id;
    const benefit_id = (await seedBenefit(api, organization.id)).id;
    const statuses = await Promise.all(
      [1, 2].map(async () => (await callAs(api, oat)('POST', '/v1/license-keys/', { customer_id, benefit_id, key })).status),
    );
    expect(statuses.sort()).toEqual([201, 422]);
  });

  test('floating keys, leases, pools, lists of several organizations, and the deletion of a customer', async () => {
    const [tenant] = tenants;
    const { organization, oat, pat } = tenant;
    const [seller, owner, anybody] = [callAs(api, oat), callAs(api, pat), callAs(api)];
    const activations = { limit: 5, enableCustomerAdmin: false };
    const offline = { leaseSeconds: 600, graceSeconds: 60, maxOfflineDevices: 5 };
    const kinds = [{ activations, offline }, { activations: { ...activations, mode: 'floating' as const, checkoutSeconds: 60 } }];
    const { id: customer_id } = await seedCustomer(api, organization.id);
    const issued: { id: string; benefit_id: string; about: object }[] = [];
    for (const kind of kinds) {
      const { id: benefit_id } = await seedBenefit(api, organization.id, kind);
      const { id, key } = await ok(seller, 'POST', '/v1/license-keys/', { customer_id, benefit_id }, 201);
      const about = { key, organization_id: organization.id };
      const { id: activation_id } = await ok(seller, 'POST', '/v1/license-keys/activate', { ...about, label: 'Laptop' });
      issued.push({ id, benefit_id, about: { ...about, activation_id } });
    }
    await ok(anybody, 'POST', '/v1/customer-portal/license-keys/lease', issued[0]!.about);
    const { benefit_id } = issued[1]!;
    const pool = await ok(seller, 'POST', '/v1/license-key-pools/', { benefit_id, name: 'Bought keys' }, 201);
    await ok(seller, 'POST', `/v1/license-key-pools/${pool.id}/entries`, { entries: ['AAAA-BBBB-CCCC-DDDD'] });
    await ok(owner, 'POST', '/v1/organizations/', { name: 'Second', slug: `second-${randomUUID()}` }, 201);
    await ok(owner, 'PATCH', `/v1/license-keys/${issued[0]!.id}`, { limit_usage: 3 });
    await ok(owner, 'PATCH', `/v1/license-key-pools/${pool.id}`, { name: 'Others' });
    const keys = ['license-keys/', 'license-keys/?query=customer', 'license-keys/figures', 'license-keys/search'];
    const searches = ['license-keys/search?query=customer&sorting=-expires_at', 'license-keys/export', 'search?query=customer'];
    const lists = [...keys, ...searches, 'license-key-pools/', 'seat-pools/'];
    for (const list of [...lists, 'audit-log/', `license-keys/${issued[0]!.id}/timeline`]) {
      await ok(owner, 'GET', `/v1/${list}`);
    }
    await ok(seller, 'GET', '/v1/search/?query=customer');
    await ok(seller, 'POST', `/v1/license-keys/${issued[0]!.id}/rotate`, {});
    await ok(seller, 'DELETE', `/v1/customers/${customer_id}?anonymize=true`, undefined, 204);
    const revoked = async () => (await ok(seller, 'GET', `/v1/license-keys/${issued[0]!.id}`)).status === 'revoked';
    await eventually(revoked);
    expect(await revoked()).toBe(true);
  });

  const count = async (rows: string) =>
    (await queryAt<{ rows: number }>(database.url, `select count(*)::int as rows from ${rows}`))[0]!.rows;

  test('old activations and old entries of the audit log are deleted, whatever leases other organizations hold', async () => {
    const bus = api.app.get(CommandBus);
    const [{ organization }] = tenants;
    const deactivated = 'licensing.activations where deactivated_at is not null';
    for (const { seller, about } of await Promise.all(tenants.map(issuedKey))) {
      const { id: activation_id } = await ok(seller, 'POST', '/v1/license-keys/activate', { ...about, label: 'Laptop' });
      await ok(seller, 'POST', '/v1/license-keys/deactivate', { ...about, activation_id }, 204);
    }
    expect(await count('platform.audit_log')).toBeGreaterThan(0);
    await queryAt(database.url, 'delete from licensing.leases');
    await queryAt(
      database.url,
      `insert into licensing.leases
       select organization_id, id, license_key_id, row_number() over (), gen_random_uuid(), now(), now(), now() + interval '1 day', now(), true
       from licensing.activations where deactivated_at is not null and organization_id = '${organization.id}'`,
    );
    const held = await count(`${deactivated} and organization_id = '${organization.id}'`);
    expect([held, (await count(deactivated)) - held]).not.toContain(0);
    await bus.execute(new DeleteOldActivations(-1));
    await bus.execute(new DeleteOldAuditEntries(-1));
    expect([await count(deactivated), await count('platform.audit_log')]).toEqual([held, 0]);
    await queryAt(database.url, `update licensing.leases set held_until = now(), holds_slot = false`);
    await bus.execute(new DeleteOldActivations(-1));
    expect(await count(deactivated)).toBe(0);
  });

  test('keys of several organizations are exported by a text', async () => {
    const { key, owner } = await keyOfTwoOrganizations();
    const { text } = await owner('GET', `/v1/license-keys/export?query=${key}`);
    expect(text.split('\n').filter((line: string) => line.includes(key))).toHaveLength(2);
  });

  test('keys, strings of pools and reserved strings are encrypted again with another secret', async () => {
    const { owner, key, issued } = await keyOfTwoOrganizations();
    for (const [index, about] of issued.entries()) {
      const pool = await ok(owner, 'POST', '/v1/license-key-pools/', { ...about, name: 'Bought keys' }, 201);
      await ok(owner, 'POST', `/v1/license-key-pools/${pool.id}/entries`, { entries: [`AAAA-BBBB-CCCC-000${index}`] });
    }
    await queryAt(
      database.url,
      `insert into licensing.reserved_keys (organization_id, purchase_id, benefit_id, encrypted_key)
       select organization_id, gen_random_uuid(), benefit_id, encrypted_key from licensing.license_keys`,
    );
    const secret = randomBytes(32);
    const tables = ['license_keys', 'pool_entries', 'reserved_keys'].map((name) => `licensing.${name}`);
    const mark = `'\\x${new Keyring([secret]).currentKeyId.toString('hex')}'::bytea`;
    const left = () =>
      Promise.all(tables.map((table) => count(`${table} where substring(encrypted_key for octet_length(${mark})) <> ${mark}`)));
    expect(await left()).not.toContain(0);
    const keys = [secret, SECRET_KEY].map((each) => each.toString('base64')).join();
    expect(await latchkey(['secret-key', 'rotate'], { DATABASE_URL: database.url, SECRET_KEY: keys })).toMatchObject({
      exitCode: 0,
      err: '',
    });
    expect(await left()).toEqual([0, 0, 0]);
    const encrypted = await queryAt<{ encrypted_key: Buffer }>(
      database.url,
      `select encrypted_key from licensing.license_keys where benefit_id = '${issued[1]!.benefit_id}'`,
    );
    expect(encrypted.map(({ encrypted_key }) => new Keyring([secret]).decrypt(encrypted_key))).toEqual([key]);
  });

  test('a node that is lost fails its own organizations, and works again when it is back', async () => {
    const [ours, theirs] = await Promise.all(tenants.map(issuedKey));
    const lost = await database.nodeOf(tenants[0]);
    const relay = database.relays.find(({ url }) => Number(new URL(url).port) === lost)!;
    const validate = ({ about }: Awaited<ReturnType<typeof issuedKey>>) =>
      callAs(api)('POST', '/v1/customer-portal/license-keys/validate', about);
    await relay.cut();
    try {
      const [own, others] = await Promise.all([validate(ours!), validate(theirs!)]);
      expect([own.status, others.status]).toEqual([503, 200]);
      const { status } = await callAs(api, tenants[1].oat)('POST', '/v1/customers/', { email: `${randomUUID()}@example.com` });
      expect(status).toBe(503);
    } finally {
      await relay.open();
    }
    await eventually(async () => (await validate(ours!)).status === 200);
  });
});
