import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { KeyRefusals } from '#licensing';
import { type Answer, callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

type Item = Answer['body'];

let fixture: SellerFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openSellerFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

const log = async (query: string, call = fixture.seller): Promise<Item> => {
  const answer = await call('GET', `/v1/audit-log/?${query}`);
  expect(contract.violations('GET /v1/audit-log/', answer)).toEqual([]);
  return answer.body;
};
const entriesOf = async (id: string): Promise<Item[]> => (await log(`resource_id=${id}&sorting=created_at`)).items;
const newCustomer = (body: object = {}): Promise<Item> =>
  fixture.create('/v1/customers/', { email: `${randomUUID()}@example.com`, name: 'Ada', ...body });
const update = (id: string, body: object, headers?: Record<string, string>): Promise<Answer> =>
  fixture.seller('PATCH', `/v1/customers/${id}`, body, headers);

describe('an entry', () => {
  test('tells who did what to which resource, with the values before and after', async () => {
    const { id } = await newCustomer();
    await update(id, { name: 'Grace', metadata: { plan: 'pro' } }, { 'x-request-id': 'request-1' });
    const [created, updated] = await entriesOf(id);
    expect(created).toMatchObject({ operation: 'POST /v1/customers', action: 'created' });
    expect(created.changes.name).toEqual({ before: null, after: 'Ada' });
    expect(updated).toEqual({
      id: expect.any(String),
      created_at: expect.any(String),
      organization_id: fixture.ours.organization.id,
      actor: { type: 'organization', id: fixture.ours.organization.id, credential_id: expect.any(String) },
      address: '127.0.0.1',
      request_id: 'request-1',
      event: null,
      operation: 'PATCH /v1/customers/{id}',
      action: 'updated',
      resource: { type: 'customer', id },
      customer_id: id,
      changes: { name: { before: 'Ada', after: 'Grace' }, metadata: { before: {}, after: { plan: 'pro' } } },
    });
  });

  test('is not written for what changes nothing, is refused or is repeated', async () => {
    const { id } = await newCustomer();
    await update(id, { name: 'Ada' });
    expect((await update(id, { email: 'none' })).status).toBe(422);
    const key = { 'idempotency-key': randomUUID() };
    const member = { email: 'owner@example.com' };
    for (let attempt = 0; attempt < 2; attempt++) await fixture.seller('POST', `/v1/customers/${id}/members`, member, key);
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['created']);
    const ofMembers = (await log(`customer_id=${id}&resource_type=member`)).items;
    expect(ofMembers.length).toBeLessThanOrEqual(1);
  });

  test('has no more than the beginning of a long value', async () => {
    const { id } = await newCustomer();
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key-${index}`, '\u{1F600}'.repeat(200)]));
    expect((await update(id, { metadata })).status).toBe(200);
    const { after } = (await entriesOf(id))[1].changes.metadata;
    expect([typeof after, after.length, after.isWellFormed()]).toEqual(['string', 2_001, true]);
  });

  test('of a token that belongs to a user is in the log of each of its organizations', async () => {
    const body = { comment: 'laptop', scopes: ['customers:read'] };
    const { body: token } = await callAs(fixture.api, fixture.ours.pat)('POST', '/v1/personal-access-tokens/', body);
    const { id } = token.personal_access_token ?? token;
    const [entry] = await entriesOf(id);
    expect(entry).toMatchObject({ actor: { type: 'user', id: fixture.ours.user.id }, resource: { type: 'access_token' } });
    expect(JSON.stringify(entry)).not.toContain(token.token);
  });
});

describe('the list', () => {
  test('is filtered and paged by cursor, in both directions', async () => {
    const { id } = await newCustomer();
    for (const name of ['b', 'c', 'd']) await update(id, { name });
    const whole = (await log(`customer_id=${id}&resource_type=customer`)).items;
    expect(whole.map(({ changes }: Item) => changes.name.after)).toEqual(['d', 'c', 'b', 'Ada']);
    const paged: Item[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Item = await log(
        `customer_id=${id}&resource_type=customer&limit=1${cursor && `&cursor=${cursor}`}&sorting=created_at`,
      );
      paged.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(whole.toReversed());
    const count = async (query: string): Promise<number> => (await log(`resource_id=${id}&${query}`)).items.length;
    const operation = encodeURIComponent('PATCH /v1/customers/{id}');
    expect(await count(`operation=${operation}`)).toBe(3);
    expect(await count('resource_type=order')).toBe(0);
    expect(await count(`actor_id=${fixture.ours.organization.id}`)).toBe(4);
    expect(await count(`actor_id=${id}`)).toBe(0);
    const { created_at } = whole[1];
    expect(await count(`start_timestamp=${created_at}`)).toBe(2);
    expect(await count(`end_timestamp=${created_at}`)).toBe(2);
  });

  test('has what a request changed, by its ID, and so does the export', async () => {
    const { id } = await newCustomer();
    const requestId = randomUUID();
    const given = { 'x-request-id': requestId };
    await update(id, { name: 'Grace' }, given);
    const stranger = callAs(fixture.api, fixture.theirs.oat);
    expect((await stranger('POST', '/v1/customers/', { email: `${requestId}@example.com` }, given)).status).toBe(201);
    const { items } = await log(`request_id=${requestId}`);
    expect(items).toMatchObject([{ organization_id: fixture.ours.organization.id, resource: { id }, request_id: requestId }]);
    expect((await log(`request_id=${randomUUID()}`)).items).toEqual([]);
    const { text } = await fixture.seller('GET', `/v1/audit-log/export?request_id=${requestId}&format=csv`);
    expect([text.trimEnd().split('\r\n').length, text.includes(id)]).toEqual([2, true]);
  });

  test('has nothing of other organizations', async () => {
    const { id } = await newCustomer();
    const stranger = callAs(fixture.api, fixture.theirs.oat);
    expect(await log(`resource_id=${id}`, stranger)).toEqual({ items: [], next_cursor: null });
    expect((await log(`organization_id=${fixture.ours.organization.id}`, stranger)).items).toEqual([]);
  });

  test.each([
    'cursor=x',
    `cursor=${'9'.repeat(13)}.${randomUUID()}0`,
    'cursor=%00',
    'limit=0',
    'sorting=operation',
    'actor_id=1',
    'start_timestamp=yesterday',
    `operation=${'x'.repeat(5_000)}`,
    'request_id=',
    `request_id=${'x'.repeat(129)}`,
    'organization_id=1',
  ])('rejects %s', async (query) => {
    expect((await fixture.seller('GET', `/v1/audit-log/?${query}`)).status).toBe(422);
  });

  test.each(['operation=%27%3B--', 'operation=%00', 'resource_type=%25', `cursor=${'9'.repeat(13)}.${randomUUID()}`])(
    'takes %s for what it is',
    async (query) => {
      const { status } = await fixture.seller('GET', `/v1/audit-log/?${query}`);
      expect([200, 422]).toContain(status);
    },
  );
});

describe('the export', () => {
  test('has all entries, oldest first, as lines of JSON or as CSV without formulas', async () => {
    const { id } = await newCustomer();
    await update(id, { name: 'a "quoted", name' }, { 'x-request-id': '-1+1' });
    await update(id, { name: 'B' }, { 'x-request-id': '-1:1' });
    const path = `/v1/audit-log/export?resource_id=${id}`;
    const lines = await fixture.seller('GET', path);
    expect(contract.violations('GET /v1/audit-log/export', lines)).toEqual([]);
    const exported = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exported).toEqual((await log(`resource_id=${id}&sorting=created_at`)).items);
    const csv = await fixture.seller('GET', `${path}&format=csv`);
    expect(contract.violations('GET /v1/audit-log/export', csv)).toEqual([]);
    const rows = csv.text.split('\r\n');
    expect([rows.length, rows[0]!.startsWith('created_at,id,'), rows.at(-1)]).toEqual([5, true, '']);
    expect(rows[2]).toContain('""after"":""a \\""quoted\\"", name""');
    expect(rows[3]).toContain(",'-1:1,");
    expect((await fixture.seller('GET', `${path}&format=xlsx`)).status).toBe(422);
  });

  test('reads more than a page', async () => {
    const { id } = await newCustomer();
    await fixture.api.app
      .get(EntityManager)
      .fork()
      .execute(
        `insert into platform.audit_log (organization_id, actor_type, operation, action, resource_type, resource_id, customer_id)
       select organization_id, 'system', 'x', 'updated', 'order', gen_random_uuid(), customer_id
       from platform.audit_log, generate_series(1, 1200) where resource_id = ?`,
        [id],
      );
    const { text } = await fixture.seller('GET', `/v1/audit-log/export?customer_id=${id}&resource_type=order`);
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect([ids.length, new Set(ids).size]).toEqual([1_200, 1_200]);
  });
});

describe('the timeline of a license key', () => {
  test('has its changes and activations, newest first, in pages', async () => {
    const { id, key, organization_id } = await seedLicenseKey(fixture.api, fixture.ours, { limit_activations: 3 });
    const url = `/v1/license-keys/${id}`;
    const em = fixture.api.app.get(EntityManager).fork();
    // No two of the three are of the same millisecond.
    await fixture.seller('PATCH', url, { limit_usage: 10 });
    await em.execute(
      `update platform.audit_log set created_at = case action when 'updated' then created_at - interval '2 hours' else '2026-01-01' end
       where resource_id = ?`,
      [id],
    );
    await fixture.seller('POST', '/v1/license-keys/activate', { key, organization_id, label: 'laptop' });
    await em.execute(`update licensing.activations set created_at = created_at - interval '1 hour' where license_key_id = ?`, [
      id,
    ]);
    await fixture.seller('POST', `${url}/rotate`, {});
    const whole = await fixture.seller('GET', `${url}/timeline`);
    expect(contract.violations('GET /v1/license-keys/{id}/timeline', whole)).toEqual([]);
    const items: Item[] = whole.body.items;
    expect(items.slice(0, 3)).toMatchObject([
      { type: 'change', change: { operation: 'POST /v1/license-keys/{id}/rotate', changes: { display_key: {} } } },
      { type: 'activation', activation: { label: 'laptop', deactivated_at: null } },
      { type: 'change', change: { action: 'updated', changes: { limit_usage: { after: 10 } } } },
    ]);
    expect(whole.text).not.toContain(key);
    const first = (await fixture.seller('GET', `${url}/timeline?limit=2`)).body;
    const rest = (await fixture.seller('GET', `${url}/timeline?limit=100&cursor=${first.next_cursor}`)).body;
    expect([...first.items, ...rest.items]).toEqual(items);
    expect((await fixture.seller('GET', `${url}/timeline?cursor=x`)).status).toBe(422);
  });

  test('tells who removed a device, and what was refused how often', async () => {
    const activations = { limit: 3, enableCustomerAdmin: true };
    const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { activations });
    const seeded = await seedLicenseKey(fixture.api, fixture.ours, { benefit_id: benefit.id });
    const { id, key, organization_id, customer_id } = seeded;
    const url = `/v1/license-keys/${id}`;
    const activate = (label: string) => fixture.seller('POST', '/v1/license-keys/activate', { key, organization_id, label });
    const [removed, left, returned] = [
      (await activate('removed')).body,
      (await activate('left')).body,
      (await activate('own')).body,
    ];
    for (const label of ['fourth', 'fifth']) expect((await activate(label)).status).toBe(403);
    const user = callAs(fixture.api, fixture.ours.pat);
    expect((await user('DELETE', `${url}/activations/${removed.id}`)).status).toBe(204);
    expect((await user('DELETE', `${url}/activations/${removed.id}`)).status).toBe(404);
    await fixture.seller('POST', '/v1/license-keys/deactivate', { key, organization_id, activation_id: left.id });
    const { token } = (await fixture.seller('POST', '/v1/customer-sessions/', { customer_id })).body;
    const own = `/v1/customer-portal/license-keys/${id}/activations/${returned.id}`;
    expect((await callAs(fixture.api, token)('DELETE', own)).status).toBe(204);
    await fixture.api.app.get(KeyRefusals).flush();
    const timeline = await fixture.seller('GET', `${url}/timeline`);
    expect(contract.violations('GET /v1/license-keys/{id}/timeline', timeline)).toEqual([]);
    const of = (type: string) => timeline.body.items.filter((item: { type: string }) => item.type === type);
    const user_id = fixture.ours.user.id;
    expect(of('deactivation').map(({ activation }: { activation: object }) => activation)).toMatchObject([
      { label: 'own', removed_by: { type: 'customer', id: customer_id } },
      { label: 'left', removed_by: null },
      { label: 'removed', removed_by: { type: 'user', id: user_id } },
    ]);
    expect(of('refusal')).toMatchObject([
      { refusal: { operation: 'activate', code: 'ACTIVATION_LIMIT_REACHED', count: 2 }, change: null, activation: null },
    ]);
    const pages: unknown[] = [];
    for (let cursor = ''; ;) {
      const { body } = await fixture.seller('GET', `${url}/timeline?limit=1${cursor}`);
      pages.push(...body.items);
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(pages).toEqual(timeline.body.items);
  });

  test('a key is mailed only if it is granted and somebody has an address', async () => {
    const { id } = await seedLicenseKey(fixture.api, fixture.ours);
    const url = `/v1/license-keys/${id}`;
    expect((await fixture.seller('POST', `${url}/send`)).status).toBe(204);
    const [{ change }] = (await fixture.seller('GET', `${url}/timeline`)).body.items;
    expect(change).toMatchObject({ action: 'performed', changes: { mail: { before: null, after: 'key' } } });
    await fixture.seller('PATCH', url, { status: 'disabled' });
    const refused = await fixture.seller('POST', `${url}/send`);
    expect([refused.status, refused.body.error]).toEqual([409, 'LicenseKeyNotMailable']);
  });
});
