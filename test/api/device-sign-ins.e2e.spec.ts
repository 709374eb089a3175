import { randomUUID } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { DeleteExpiredDeviceSignIns } from '#licensing';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, TIME, UUID } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture(NO_SIGN_IN_LIMITS);
});
afterAll(() => fixture.close());

const CLIENTS = '/v1/sign-in-clients';
const BEGIN = '/v1/customer-portal/license-keys/sign-in';
const SIGN_INS = '/v1/customer-portal/device-sign-ins';

const refusal = ({ status, headers }: Answer) => [status, headers['license-code']];
const organization = () => fixture.ours.organization.id;

async function newBenefit(): Promise<string> {
  const activations = { limit: 2, enableCustomerAdmin: false };
  return (await seedBenefit(fixture.api, organization(), { activations })).id;
}

async function newClient(...benefit_ids: string[]): Promise<string> {
  const { status, body } = await fixture.seller('POST', CLIENTS, { name: 'Atlas', benefit_ids });
  expect(status).toBe(201);
  return body.id;
}

async function newCustomer() {
  const customer = await seedCustomer(fixture.api, organization());
  return { ...customer, ...(await openSession(fixture.api, fixture.ours, customer.id)) };
}

const begin = async (client_id: string): Promise<{ readonly device_code: string; readonly user_code: string }> =>
  (await fixture.anonymous('POST', BEGIN, { organization_id: organization(), client_id })).body;

const ask = (device_code: string, fields: object = {}): Promise<Answer> =>
  fixture.anonymous('POST', `${BEGIN}/keys`, { organization_id: organization(), device_code, ...fields });

test('applications are registered, listed and deleted', async () => {
  const benefitId = await newBenefit();
  const created = await fixture.seller('POST', CLIENTS, { name: 'Atlas', benefit_ids: [benefitId] });
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(TIME),
      organization_id: organization(),
      name: 'Atlas',
      benefit_ids: [benefitId],
    },
  ]);
  expect((await fixture.seller('GET', `${CLIENTS}/?limit=1`)).body.items).toEqual([created.body]);
  const url = `${CLIENTS}/${created.body.id}`;
  expect((await fixture.seller('DELETE', url)).status).toBe(204);
  expect((await fixture.seller('DELETE', url)).status).toBe(404);
});

test.each([
  [{ name: 'Atlas', benefit_ids: [] }, 'benefit_ids'],
  [{ name: '', benefit_ids: [randomUUID()] }, 'name'],
  [{ name: 'Atlas', benefit_ids: [randomUUID()] }, 'benefit_ids.0'],
])('an application with %j is refused', async (body, field) => {
  const answer = await fixture.seller('POST', CLIENTS, body);
  expect([answer.status, answer.body.detail.map(({ loc }: { loc: unknown[] }) => loc.join('.'))]).toEqual([
    422,
    expect.arrayContaining([`body.${field}`]),
  ]);
});

test('a customer allows what the application shows, which then finds its own keys of the customer, also again, and nothing else', async () => {
  const [benefitId, other] = [await newBenefit(), await newBenefit()];
  const client = await newClient(benefitId);
  const customer = await newCustomer();
  const key = await seedLicenseKey(fixture.api, fixture.ours, { customer_id: customer.id, benefit_id: benefitId });
  await seedLicenseKey(fixture.api, fixture.ours, { customer_id: customer.id, benefit_id: other });
  await seedLicenseKey(fixture.api, fixture.ours, { benefit_id: benefitId });
  const begun = await fixture.anonymous('POST', BEGIN, { organization_id: organization(), client_id: client });
  const page = expect.stringMatching(/^https?:.*\/portal\/[\w-]+\/device$/);
  const complete = expect.stringMatching(/\/device\?code=[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect([begun.status, begun.body]).toEqual([
    200,
    {
      device_code: expect.any(String),
      user_code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      verification_uri: page,
      verification_uri_complete: complete,
      expires_in: 600,
      interval: 5,
    },
  ]);
  const { device_code, user_code } = begun.body;
  expect((await ask(device_code)).body).toEqual({ status: 'pending', interval: 5, license_keys: [] });
  expect((await ask(device_code)).body).toEqual({ status: 'pending', interval: 10, license_keys: [] });
  const typed = user_code.toLowerCase().replace('-', '');
  expect(await customer.call('GET', `${SIGN_INS}/${typed}`)).toMatchObject({ status: 200, body: { client_name: 'Atlas' } });
  for (const decided of ['first', 'repeated']) {
    const answer = await customer.call('POST', `${SIGN_INS}/${typed}/decide`, { allow: true }, { 'idempotency-key': 'once' });
    expect([decided, answer.status]).toEqual([decided, 204]);
  }
  const found = { id: key.id, key: key.key, display_key: expect.any(String), benefit_id: benefitId, expires_at: null };
  for (const answer of [await ask(device_code), await ask(device_code)]) {
    expect([answer.status, answer.body]).toEqual([200, { status: 'signed_in', interval: 0, license_keys: [found] }]);
  }
  expect(refusal(await ask(device_code, { benefit_ids: [other] }))).toEqual([404, 'NO_LICENSE_KEY']);
  expect((await customer.call('POST', `${SIGN_INS}/${user_code}/decide`, { allow: false })).status).toBe(404);
  for (const url of ['/v1/customer-portal/license-keys/', '/v1/license-keys/']) {
    const answer = await fixture.api.app.inject({ url, headers: { authorization: `Bearer ${device_code}` } });
    expect(answer.statusCode).toBe(401);
  }
});

test('what the customer refuses, what is unknown, and what somebody else gets, is refused', async () => {
  const benefitId = await newBenefit();
  const client = await newClient(benefitId);
  const customer = await newCustomer();
  const denied = await begin(client);
  expect((await customer.call('POST', `${SIGN_INS}/${denied.user_code}/decide`, { allow: false })).status).toBe(204);
  expect(refusal(await ask(denied.device_code))).toEqual([403, 'SIGN_IN_DENIED']);
  expect((await customer.call('GET', `${SIGN_INS}/${denied.user_code}`)).status).toBe(404);
  expect(refusal(await ask('unknown'))).toEqual([404, 'SIGN_IN_EXPIRED']);
  expect(refusal(await ask(denied.user_code))).toEqual([404, 'SIGN_IN_EXPIRED']);
  expect(refusal(await ask(denied.device_code, { organization_id: randomUUID() }))).toEqual([404, 'SIGN_IN_EXPIRED']);
  const unknown = { organization_id: organization(), client_id: randomUUID() };
  expect(refusal(await fixture.anonymous('POST', BEGIN, unknown))).toEqual([404, 'SIGN_IN_NOT_OFFERED']);
  const elsewhere = { organization_id: randomUUID(), client_id: client };
  expect(refusal(await fixture.anonymous('POST', BEGIN, elsewhere))).toEqual([404, 'SIGN_IN_NOT_OFFERED']);
  expect((await customer.call('GET', `${SIGN_INS}/no-code`)).status).toBe(404);
});

test('a key that was revoked is found no more, and a deleted application ends its sign-ins', async () => {
  const benefitId = await newBenefit();
  const client = await newClient(benefitId);
  const customer = await newCustomer();
  const key = await seedLicenseKey(fixture.api, fixture.ours, { customer_id: customer.id, benefit_id: benefitId });
  const { device_code, user_code } = await begin(client);
  await customer.call('POST', `${SIGN_INS}/${user_code}/decide`, { allow: true });
  expect((await ask(device_code)).status).toBe(200);
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'revoked' });
  expect(refusal(await ask(device_code))).toEqual([404, 'NO_LICENSE_KEY']);
  await fixture.seller('DELETE', `${CLIENTS}/${client}`);
  expect(refusal(await ask(device_code))).toEqual([404, 'SIGN_IN_EXPIRED']);
});

test('a sign-in ends with its time, also one that was allowed, and is deleted', async () => {
  const benefitId = await newBenefit();
  const client = await newClient(benefitId);
  const customer = await newCustomer();
  await seedLicenseKey(fixture.api, fixture.ours, { customer_id: customer.id, benefit_id: benefitId });
  const [allowed, open] = [await begin(client), await begin(client)];
  await customer.call('POST', `${SIGN_INS}/${allowed.user_code}/decide`, { allow: true });
  const rows = (sql: string) => fixture.api.app.get(EntityManager).fork().execute(sql, [client]);
  await rows(`update licensing.device_sign_ins set expires_at = now() where client_id = ?`);
  expect(refusal(await ask(allowed.device_code))).toEqual([404, 'SIGN_IN_EXPIRED']);
  expect((await customer.call('GET', `${SIGN_INS}/${open.user_code}`)).status).toBe(404);
  expect((await customer.call('POST', `${SIGN_INS}/${open.user_code}/decide`, { allow: true })).status).toBe(404);
  await fixture.api.app.get(CommandBus).execute(new DeleteExpiredDeviceSignIns());
  expect(await rows('select id from licensing.device_sign_ins where client_id = ?')).toEqual([]);
});

test('a member gets the key of the own seat, and not those of colleagues; who only looks decides nothing', async () => {
  const benefitId = await newBenefit();
  const client = await newClient(benefitId);
  const { id: customer_id } = await seedCustomer(fixture.api, organization());
  const member = await openSession(fixture.api, fixture.ours, customer_id, 'member');
  const colleague = await openSession(fixture.api, fixture.ours, customer_id, 'member');
  const key = await seedLicenseKey(fixture.api, fixture.ours, { customer_id, benefit_id: benefitId, member_id: member.memberId });
  const theirs = { customer_id, benefit_id: benefitId, member_id: colleague.memberId };
  await seedLicenseKey(fixture.api, fixture.ours, theirs);
  await seedLicenseKey(fixture.api, fixture.ours, { customer_id, benefit_id: benefitId });
  const { device_code, user_code } = await begin(client);
  const viewing = await callAs(fixture.api, fixture.ours.pat)('POST', `/v1/customers/${customer_id}/viewing-sessions`, {});
  const viewer = callAs(fixture.api, viewing.body.token);
  expect((await viewer('POST', `${SIGN_INS}/${user_code}/decide`, { allow: true })).status).toBe(403);
  expect((await member.call('POST', `${SIGN_INS}/${user_code}/decide`, { allow: true })).status).toBe(204);
  expect((await ask(device_code)).body.license_keys).toMatchObject([{ id: key.id }]);
});
