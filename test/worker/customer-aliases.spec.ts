import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

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
