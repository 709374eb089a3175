import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openSession } from '../support/portal.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedPortal } from '../support/seed-portal.ts';
import { seedOrganization } from '../support/seed.ts';

const SESSION = '/v1/customer-portal/customer-session';

let mailbox: Mailbox;
let fixture: PurchaseFixture;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, ...NO_SIGN_IN_LIMITS });
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

interface Person {
  readonly id: string;
  readonly email: string;
}
const person = (): Promise<Person> => fixture.create('/v1/customers/', { email: `P-${randomUUID()}@example.com`, name: 'Ada' });
const merge = async (source: Person, target: Person): Promise<void> => {
  const { status } = await fixture.seller('POST', `/v1/customers/${target.id}/merge`, { customer_id: source.id });
  expect(status).toBe(200);
  await fixture.settled();
};
const ME = '/v1/customer-portal/customers/me';
const mergeByCode = (call: Call, code: unknown): Promise<Answer> => call('POST', `${ME}/merge`, { code });
const sessionOf = ({ id }: Person, role?: Parameters<typeof openSession>[3]) => openSession(fixture.api, fixture.ours, id, role);
const organization = (): string => `/v1/organizations/${fixture.ours.organization.id}`;
async function allowMergers(allow_email_change: boolean): Promise<void> {
  const call = callAs(fixture.api, fixture.ours.pat);
  const { customer_portal_settings: settings } = (await call('GET', organization())).body;
  const { status } = await call('PATCH', organization(), {
    customer_portal_settings: { ...settings, customer: { allow_email_change } },
  });
  expect(status).toBe(200);
}
const aliasesOf = async ({ id }: Person) => (await fixture.seller('GET', `/v1/customers/${id}/aliases`)).body.items;
const remove = async ({ id }: Person, merged: Person): Promise<number> =>
  (await fixture.seller('DELETE', `/v1/customers/${id}/aliases/${merged.id}`)).status;
const buyAs = async (email: string): Promise<string> => {
  const product = await fixture.product();
  return (await fixture.create('/v1/orders/', { product_id: product.id, customer: { email } })).customer_id;
};

/** The codes that were mailed to an address on demand. */
async function codesFor(email: string): Promise<string[]> {
  const before = (await mailbox.messages()).length;
  await callAs(fixture.api)('POST', `${SESSION}/request`, { email, organization_id: fixture.ours.organization.id });
  await fixture.settled();
  const sent = (await mailbox.messages()).slice(before).filter(({ to }) => to === email);
  return sent.flatMap(({ text }) => [...new Set(text.match(/\b[0-9A-Z]{4}-[0-9A-Z]{6}\b/g))]);
}
async function signIn(email: string) {
  const [code] = await codesFor(email);
  const { body } = await callAs(fixture.api)('POST', `${SESSION}/authenticate`, { code: code ?? '' });
  const who = () => callAs(fixture.api, body.token)('GET', `${SESSION}/user`);
  return { token: body.token as string | undefined, who };
}

test('purchases that name the address of a merged customer are of the customer that it was merged into, through any chain', async () => {
  const [relay, middle, survivor] = [await person(), await person(), await person()];
  await merge(relay, middle);
  await merge(middle, survivor);
  expect([await buyAs(relay.email), await buyAs(middle.email.toUpperCase())]).toEqual([survivor.id, survivor.id]);
  expect(await aliasesOf(survivor)).toMatchObject([
    { email: middle.email, merged_customer_id: middle.id, can_sign_in: false },
    { email: relay.email, merged_customer_id: relay.id, can_sign_in: false },
  ]);
  // An address of its own comes first: nobody else becomes the survivor.
  const other = await fixture.create('/v1/customers/', { email: relay.email });
  expect(await buyAs(relay.email)).toBe(other.id);
});

test('an alias that is removed stands for nobody, and sessions of the customer end', async () => {
  const [relay, survivor, stranger] = [await person(), await person(), await person()];
  await merge(relay, survivor);
  const { body } = await fixture.seller('POST', '/v1/customer-sessions/', { customer_id: survivor.id });
  const seen = async () => (await callAs(fixture.api, body.token)('GET', `${SESSION}/user`)).status;
  expect([await remove(stranger, relay), await remove(survivor, stranger), await seen()]).toEqual([404, 404, 200]);
  expect([await remove(survivor, relay), await seen()]).toEqual([204, 401]);
  expect([await remove(survivor, relay), await aliasesOf(survivor)]).toEqual([204, []]);
  expect(await buyAs(relay.email)).not.toBe(survivor.id);
});

test('who reads mail at an address that was verified signs in with it, as the owner', async () => {
  const [relay, survivor] = [await person(), await person()];
  expect((await (await signIn(relay.email)).who()).body).toMatchObject({ customer_id: relay.id });
  await fixture.settled();
  await merge(relay, survivor);
  expect(await aliasesOf(survivor)).toMatchObject([{ email: relay.email, can_sign_in: true }]);
  const session = await signIn(relay.email);
  expect((await session.who()).body).toMatchObject({ customer_id: survivor.id, role: 'owner' });
  await fixture.settled();
  // Reading mail at the alias says nothing of the address that the customer has.
  expect((await fixture.seller('GET', `/v1/customers/${survivor.id}`)).body.email_verified).toBe(false);
  const [code] = await codesFor(relay.email);
  await remove(survivor, relay);
  expect((await session.who()).status).toBe(401);
  expect((await callAs(fixture.api)('POST', `${SESSION}/authenticate`, { code })).status).toBe(401);
  expect(await codesFor(relay.email)).toEqual([]);
});

test('nobody else gets in: not at an address that was never verified, nor at one that another customer or member has', async () => {
  const [unverified, relay, survivor, other] = [await person(), await person(), await person(), await person()];
  await merge(unverified, survivor);
  expect(await codesFor(unverified.email)).toEqual([]);
  await signIn(relay.email);
  await fixture.settled();
  await merge(relay, survivor);
  const [before] = await codesFor(relay.email);
  const stranger = await fixture.create('/v1/customers/', { email: relay.email });
  const { who } = await signIn(relay.email);
  expect((await who()).body).toMatchObject({ customer_id: stranger.id });
  expect((await callAs(fixture.api)('POST', `${SESSION}/authenticate`, { code: before })).status).toBe(401);
  const team = await fixture.create('/v1/customers/', {
    type: 'team',
    email: `T-${randomUUID()}@example.com`,
    owner: { email: other.email },
  });
  const [moved] = [await person()];
  await signIn(moved.email);
  await fixture.settled();
  await merge(moved, team as Person);
  // In a team each person has a membership; the address stands for no more than that.
  expect((await (await signIn(moved.email)).who()).body).toMatchObject({ customer_id: team.id, role: 'member' });
});

test('aliases are erased with the customer, and found by nobody once it is deleted', async () => {
  const [relay, survivor] = [await person(), await person()];
  await merge(relay, survivor);
  await fixture.seller('DELETE', `/v1/customers/${survivor.id}?anonymize=true`);
  expect(await buyAs(relay.email)).not.toBe(survivor.id);
  await fixture.settled();
  const em = fixture.api.app.get(EntityManager).fork();
  const stored = await em.execute('select alias_email, alias_key from customer_portal.customers where id = ?', [relay.id]);
  expect(stored).toEqual([{ alias_email: null, alias_key: null }]);
});

describe('a customer who bought with another address as well', () => {
  beforeAll(() => allowMergers(true));
  const UNUSABLE = {
    detail: [{ loc: ['body', 'code'], type: 'invalid', msg: 'This code is invalid or has expired.', input: null }],
  };
  const refused = (msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', 'code'], msg }] } });
  const codeFor = async (email: string): Promise<string> => (await codesFor(email))[0]!;

  test('proves it by a mailed code: everything is in one account, which both addresses sign in to', async () => {
    const [other, own] = [await person(), await person()];
    const benefit = await fixture.benefit();
    const product = await fixture.product({ benefits: [benefit.id] });
    await fixture.create('/v1/orders/', { product_id: product.id, customer_id: other.id });
    await fixture.settled();
    const [session, former] = [await sessionOf(own, 'owner'), await sessionOf(other)];
    const code = await codeFor(other.email);
    // Two requests at the same time use the code once.
    const answers = await Promise.all([mergeByCode(session.call, code), mergeByCode(session.call, code)]);
    const [{ body }, second] = answers.toSorted((one, another) => one.status - another.status) as [Answer, Answer];
    expect([second.status, second.body]).toEqual([422, UNUSABLE]);
    expect(body).toEqual((await session.call('GET', ME)).body);
    expect(body).toMatchObject({ id: own.id, email: own.email, type: 'individual' });
    expect((await former.call('GET', ME)).status).toBe(401);
    await fixture.settled();
    const bought = async (what: string) => (await session.call('GET', `/v1/customer-portal/${what}/`)).body.items;
    expect(await bought('license-keys')).toMatchObject([{ benefit_id: benefit.id }]);
    expect(await bought('orders')).toMatchObject([{ product_id: product.id }]);
    expect(await aliasesOf(own)).toMatchObject([{ email: other.email, merged_customer_id: other.id, can_sign_in: true }]);
    for (const { email } of [own, other])
      expect((await (await signIn(email)).who()).body).toMatchObject({ customer_id: own.id, role: 'owner' });
    const owner = callAs(fixture.api, fixture.ours.pat);
    const { items } = (
      await owner('GET', `/v1/audit-log/?organization_id=${fixture.ours.organization.id}&resource_id=${other.id}`)
    ).body;
    const entry = items.find(({ operation }: { operation: string }) => operation === `POST ${ME}/merge`);
    expect(entry).toMatchObject({ actor: { type: 'member', id: session.memberId }, action: 'deleted', customer_id: other.id });
    expect(await mergeByCode(session.call, await codeFor(other.email))).toMatchObject(refused('This is your account already.'));
  });

  test('401, 403: needs a session of its own that leads, and a seller who allows it; the code remains', async () => {
    const [other, own] = [await person(), await person()];
    const code = await codeFor(other.email);
    const session = await sessionOf(own);
    expect((await mergeByCode(callAs(fixture.api), code)).status).toBe(401);
    expect((await mergeByCode((await sessionOf(own, 'member')).call, code)).status).toBe(403);
    const viewing = await fixture.create(`/v1/customers/${own.id}/viewing-sessions`, {});
    expect((await mergeByCode(callAs(fixture.api, viewing.token), code)).status).toBe(403);
    await allowMergers(false);
    expect(await mergeByCode(session.call, code)).toMatchObject({
      status: 403,
      body: { error: 'NotPermitted', detail: 'The seller does not let customers merge their accounts.' },
    });
    await allowMergers(true);
    const team: Person = await fixture.create('/v1/customers/', {
      type: 'team',
      owner: { email: `T-${randomUUID()}@example.com` },
    });
    expect(await mergeByCode((await sessionOf(team)).call, code)).toMatchObject(
      refused('Only an individual customer can merge another one into itself.'),
    );
    const again = { 'idempotency-key': randomUUID() };
    const first = await session.call('POST', `${ME}/merge`, { code }, again);
    expect([first.status, (await session.call('POST', `${ME}/merge`, { code }, again)).body]).toEqual([200, first.body]);
  });

  test('422: no code of a team, of a member or of another organization, which is unknown and keeps its tries', async () => {
    const [own, holder] = [await person(), `H-${randomUUID()}@example.com`];
    const { call } = await sessionOf(own);
    const team = await fixture.create('/v1/customers/', { type: 'team', owner: { email: `T-${randomUUID()}@example.com` } });
    await fixture.create(`/v1/customers/${team.id}/members`, { email: holder });
    expect(await mergeByCode(call, await codeFor(holder))).toMatchObject(
      refused('This code is not that of an individual customer without other members, so it cannot be merged.'),
    );
    const foreign = await seedOrganization(fixture.api);
    const stranger = await seedCustomer(fixture.api, foreign.organization.id);
    const { sign_in_code: code } = await seedPortal(fixture.api, foreign, stranger.id);
    await fixture.settled();
    const before = await databaseWrites(fixture.api);
    for (const wrong of [code, 'AAAA-AAAAAA', 'nonsense']) {
      const { status, body } = await mergeByCode(call, wrong);
      expect([wrong, status, body]).toEqual([wrong, 422, UNUSABLE]);
    }
    for (const invalid of [null, 7, 'x'.repeat(256), undefined]) expect((await mergeByCode(call, invalid)).status).toBe(422);
    expect(await databaseWrites(fixture.api)).toBe(before);
    expect((await callAs(fixture.api)('POST', `${SESSION}/authenticate`, { code })).status).toBe(200);
  });

  test('a wrong code uses up tries', async () => {
    const [other, own] = [await person(), await person()];
    const [code, { call }] = [await codeFor(other.email), await sessionOf(own)];
    const wrong = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
    for (let tries = 0; tries < 5; tries += 1) expect((await mergeByCode(call, wrong)).body).toEqual(UNUSABLE);
    expect((await mergeByCode(call, code)).body).toEqual(UNUSABLE);
  });
});
