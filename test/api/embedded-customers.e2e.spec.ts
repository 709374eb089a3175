import { EntityManager } from '@mikro-orm/postgresql';
import { QueryBus } from '@nestjs/cqrs';
import { EMBEDDED_CUSTOMERS, FindCustomers } from '#customer-portal/contract';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';

/** Responses embed customers as a database view writes them, or as the query finds them. */
const VALIDATE = '/v1/customer-portal/license-keys/validate';

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.oat);
});
afterAll(() => api.close());

const found = async (id: string) =>
  JSON.parse(JSON.stringify((await api.app.get(QueryBus).execute(new FindCustomers([id]))).get(id)));

async function embedded(id: string): Promise<unknown> {
  const rows = await api.app
    .get(EntityManager)
    .fork()
    .execute<{ customer: string }[]>(`select customer from ${EMBEDDED_CUSTOMERS} where id = ?`, [id]);
  return rows[0] && JSON.parse(rows[0].customer);
}

const COMPLETE = {
  email: 'ada@example.com',
  external_id: 'user/1 "ü"',
  name: 'Ada "the first"\\\n😀',
  billing_address: { country: 'FR', line1: '1 Rue X', postal_code: '75001', city: 'Paris' },
  locale: 'fr-FR',
  metadata: { tier: 'gold', seats: 5, beta: true, rate: 1.5 },
  tax_id: 'FR61954506077',
};

describe('the view has the same as the query', () => {
  test.each([
    ['an individual', COMPLETE],
    ['a customer of whom little is known', { email: 'little@example.com' }],
    ['a team with an e-mail address', { type: 'team', email: 'team@example.com' }],
    ['a team with the avatar of its owner', { type: 'team', external_id: 'team', owner: { email: 'Owner@example.com' } }],
  ])('of %s', async (_name, input) => {
    const { body, status } = await call('POST', '/v1/customers/', input);
    expect(status).toBe(201);
    expect(await embedded(body.id)).toEqual(await found(body.id));
    await call('PATCH', `/v1/customers/${body.id}`, { name: 'Changed' });
    expect(await embedded(body.id)).toEqual(await found(body.id));
    expect(await embedded(body.id)).toMatchObject({ name: 'Changed', modified_at: expect.any(String) });
  });

  test.each([
    ['deleted', ''],
    ['deleted and anonymized', '?anonymize=true'],
  ])('of a customer that was %s', async (_name, query) => {
    const { body } = await call('POST', '/v1/customers/', {
      email: `deleted${query.length}@example.com`,
      external_id: `d${query}`,
    });
    expect((await call('DELETE', `/v1/customers/${body.id}${query}`)).status).toBe(204);
    expect(await embedded(body.id)).toEqual(await found(body.id));
    expect(await embedded(body.id)).toMatchObject({ deleted_at: expect.any(String) });
  });
});

test('a merged customer is not in the view: its keys are validated with the customer that it was merged into', async () => {
  const key = await seedLicenseKey(api, ours);
  const { body: target } = await call('POST', '/v1/customers/', { email: 'target@example.com' });
  expect((await call('POST', `/v1/customers/${target.id}/merge`, { customer_id: key.customer_id })).status).toBe(200);
  expect(await embedded(key.customer_id)).toBeUndefined();
  const keyed: Record<string, string> = { 'idempotency-key': 'merged' };
  for (const headers of [{}, keyed, keyed]) {
    const input = { key: key.key, organization_id: ours.organization.id };
    const { status, body } = await callAs(api)('POST', VALIDATE, input, headers);
    expect([status, body.customer]).toEqual([200, await found(target.id)]);
  }
  const { body: validated } = await call('GET', `/v1/license-keys/${key.id}`);
  expect(validated.validations).toBe(2);
});

test('the next validation after a change shows it', async () => {
  const key = await seedLicenseKey(api, ours);
  for (const name of ['First', 'Second']) {
    await call('PATCH', `/v1/customers/${key.customer_id}`, { name });
    const { body } = await callAs(api)('POST', VALIDATE, { key: key.key, organization_id: ours.organization.id });
    expect(body.customer).toEqual(await found(key.customer_id));
    expect(body.customer.name).toBe(name);
  }
});
