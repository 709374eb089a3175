import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { CONNECTOR_SECRET, stripeEvent, stripeSignature, StripeLife } from '../support/connectors/stripe-events.ts';
import { Contract } from '../support/contract.ts';
import { openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture } from '../support/purchase-fixture.ts';

const SESSION = '/v1/customer-portal/customer-session';
const UPDATE = '/v1/customer-portal/customers/me/email-update';

const mailbox = await openMailbox();
const fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, ...NO_SIGN_IN_LIMITS });
const { api, ours, seller } = fixture;
const anyone = callAs(api);
const em = api.app.get(EntityManager).fork();
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

/** No address changes without ending sessions. The owner of an individual customer follows its address, which has ended them. */
await em.execute(`
  create function customer_portal.refuse_silent_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The address % became %, and no session ended', old.email, new.email;
  end $$;
  create function customer_portal.refuse_silent_change_of_member() returns trigger language plpgsql as $$
  begin
    if exists (select from customer_portal.customers c where c.id = new.customer_id and c.type = 'individual' and c.email = new.email)
    then return new;
    end if;
    raise exception 'The address % became %, and no session ended', old.email, new.email;
  end $$;
`);
const SILENT =
  'new.deleted_at is null and new.email is distinct from old.email and new.session_generation = old.session_generation';
for (const [table, check] of [
  ['customers', 'refuse_silent_change'],
  ['members', 'refuse_silent_change_of_member'],
]) {
  await em.execute(
    `create trigger ends_sessions before update on customer_portal.${table} for each row when (${SILENT}) execute function customer_portal.${check}()`,
  );
}

let count = 0;
const newAddress = (): string => `address-${++count}@example.com`;
const mailTo = async (email: string): Promise<readonly string[]> =>
  (await mailbox.messages()).filter(({ to }) => to === email).map(({ text }) => text);
const requestCode = async (email: string): Promise<void> => {
  await anyone('POST', `${SESSION}/request`, { email, organization_id: ours.organization.id });
  await fixture.settled();
};
async function codeFor(email: string): Promise<string> {
  await requestCode(email);
  return /\b[0-9A-Z]{4}-[0-9A-Z]{6}\b/.exec((await mailTo(email)).at(-1)!)![0];
}
const redeem = (code: string) => anyone('POST', `${SESSION}/authenticate`, { code });
const isAlive = async (token: string): Promise<boolean> =>
  (await callAs(api, token)('GET', `${SESSION}/introspect`)).status === 200;
const openFor = async (subject: object): Promise<string> => (await fixture.create('/v1/customer-sessions/', subject)).token;

/** Everything that lets whoever reads mail at the address act for a customer or member. */
interface Stranger {
  readonly sessions: readonly string[];
  /** Each is tried once. */
  readonly codes: string[];
}
async function strangerAt(email: string, subject: object): Promise<Stranger> {
  const redeemed = await redeem(await codeFor(email));
  return { sessions: [redeemed.body.token, await openFor(subject)], codes: [await codeFor(email), await codeFor(email)] };
}
/** What the stranger can do. */
async function accessOf({ sessions, codes }: Stranger) {
  const { body } = await redeem(codes.pop()!);
  return { sessions: await Promise.all(sessions.map(isAlive)), code: body.error ?? 'accepted' };
}
const NONE = { sessions: [false, false], code: 'CustomerSessionCodeInvalidOrExpired' };

/** Nobody gets a code at the former address, and whoever reads mail at the new one can sign in. */
async function expectMoved(from: string, to: string): Promise<void> {
  const before = (await mailTo(from)).length;
  await requestCode(from);
  expect(await mailTo(from)).toHaveLength(before);
  const { status, body } = await redeem(await codeFor(to));
  expect([status, await isAlive(body.token)]).toEqual([200, true]);
}

interface Person {
  /** What a session is opened for. */
  readonly subject: object;
  readonly email: string;
  change(email: string): Promise<unknown>;
}
const patch = async (url: string, email: string): Promise<void> => {
  expect((await seller('PATCH', url, { email })).status).toBe(200);
};

async function aCustomer(urlOf: (customer: { id: string; external_id: string }) => string): Promise<Person> {
  const email = newAddress();
  const customer = await fixture.create('/v1/customers/', { email, external_id: randomUUID() });
  return { subject: { customer_id: customer.id }, email, change: (to) => patch(urlOf(customer), to) };
}

async function aMember(
  urlOf: (team: { id: string; external_id: string }, member: { id: string; external_id: string }) => string,
): Promise<Person> {
  const owner = { email: newAddress() };
  const team = await fixture.create('/v1/customers/', { type: 'team', external_id: randomUUID(), owner });
  const email = newAddress();
  const member = await fixture.create(`/v1/customers/${team.id}/members`, { email, external_id: randomUUID() });
  const subject = { customer_id: team.id, member_id: member.id };
  return { subject, email, change: (to) => patch(urlOf(team, member), to) };
}

async function linkFor(call: Call, email: string): Promise<string> {
  expect((await call('POST', `${UPDATE}/request`, { email })).status).toBe(202);
  await fixture.settled();
  return /email-update\?token=([\w-]+)/.exec((await mailTo(email)).at(-1)!)![1]!;
}
const follow = (token: string) => anyone('POST', `${UPDATE}/verify`, { token });

async function aCustomerThatMoves(): Promise<Person> {
  const email = newAddress();
  const { id } = await fixture.create('/v1/customers/', { email });
  const change = async (to: string) => {
    const token = await openFor({ customer_id: id });
    const { status, body } = await follow(await linkFor(callAs(api, token), to));
    expect([status, await isAlive(body.token), await isAlive(token)]).toEqual([200, true, false]);
  };
  return { subject: { customer_id: id }, email, change };
}

beforeAll(async () => {
  const url = `/v1/organizations/${ours.organization.id}`;
  const { customer_portal_settings: settings } = (await seller('GET', url)).body;
  await seller('PATCH', url, { customer_portal_settings: { ...settings, customer: { allow_email_change: true } } });
});

/** The ways to change an address, by operation. */
const WAYS: Readonly<Record<string, () => Promise<Person>>> = {
  'PATCH /v1/customers/{id}': () => aCustomer(({ id }) => `/v1/customers/${id}`),
  'PATCH /v1/customers/external/{external_id}': () => aCustomer(({ external_id }) => `/v1/customers/external/${external_id}`),
  'PATCH /v1/customers/{id}/members/{member_id}': () =>
    aMember((team, member) => `/v1/customers/${team.id}/members/${member.id}`),
  'PATCH /v1/customers/external/{external_id}/members/{member_external_id}': () =>
    aMember((team, member) => `/v1/customers/external/${team.external_id}/members/${member.external_id}`),
  'POST /v1/customer-portal/customers/me/email-update/request': aCustomerThatMoves,
};

/** A customer of a payment provider, which says that the address is another one; the seller wants it followed, or takes it over. */
async function aBuyerWhoMovesAtTheProvider(rule: 'follow' | 'ask'): Promise<Person> {
  const { id } = await fixture.create('/v1/connectors', { provider: 'stripe', secret: CONNECTOR_SECRET, customer_email: rule });
  const product = await fixture.product({});
  const life = new StripeLife(new Date(Date.now() - 60_000), newAddress());
  const send = async (event: object): Promise<void> => {
    const body = JSON.stringify(event);
    const headers = { 'stripe-signature': stripeSignature(body, CONNECTOR_SECRET) };
    expect((await seller('POST', `/v1/connectors/${id}/webhook`, body, headers)).status).toBe(200);
    await fixture.settled();
  };
  await send(life.checkedOut(new Date(), { customer: life.customer, metadata: { latchkey_product_id: product.id } }));
  const [order] = (await seller('GET', `/v1/orders/?product_id=${product.id}`)).body.items;
  const told = { id: life.customer, object: 'customer', name: 'Jenny Rosen', metadata: {} };
  let changes = 0;
  const change = async (email: string): Promise<void> => {
    changes += 1;
    await send(stripeEvent('customer.updated', new Date(Date.now() + changes * 1000), { ...told, email }));
    if (rule === 'follow') return;
    const [line] = (await seller('GET', `/v1/undelivered-purchases/?connector_id=${id}`)).body.items;
    expect((await seller('POST', `/v1/undelivered-purchases/${line.id}/follow-email`)).status).toBe(204);
  };
  return { subject: { customer_id: order.customer_id }, email: life.email, change };
}

/** Ways by which an address changes that no request names. */
const TOLD: Readonly<Record<string, () => Promise<Person>>> = {
  'a payment provider that is followed': () => aBuyerWhoMovesAtTheProvider('follow'),
  'POST /v1/undelivered-purchases/{id}/follow-email': () => aBuyerWhoMovesAtTheProvider('ask'),
};

test.each(Object.entries({ ...WAYS, ...TOLD }))(
  '%s: with the address, all sessions and codes of the former one end',
  async (_operation, make) => {
    const person = await make();
    const stranger = await strangerAt(person.email, person.subject);
    const address = newAddress();
    await person.change(address);
    expect(await accessOf(stranger)).toEqual(NONE);
    await fixture.settled();
    await expectMoved(person.email, address);
    // Nothing that ended comes back with the address.
    await person.change(person.email);
    await fixture.settled();
    expect(await accessOf(stranger)).toEqual(NONE);
  },
);

/** Operations that take an address and change none, with the reason. */
const OTHERS: readonly (readonly [reason: string, operations: RegExp])[] = [
  ['a new customer, or an existing one that keeps its address', /^POST \/v1\/(customers\/|purchases\/import|customers\/deliver)/],
  ['a new member', /^POST \/v1\/(members|customers\/.*\/members|customer-portal\/members)/],
  ['the holder of a seat, who becomes a member or keeps the address', /^POST \/v1\/(customer-seats|customer-portal\/seats)/],
  ['what was sold', /^POST \/v1\/(orders|subscriptions|undelivered-purchases|license-keys|checkouts)/],
  ['somebody who signs in', /^POST \/v1\/(customer-portal\/customer-session|users\/sign-in)/],
  ['the organization or its people', /^(POST|PATCH) \/v1\/organizations/],
];

test('each operation that takes an address of a customer is one of these ways, or changes none', async () => {
  const contract = Contract.of(api);
  const { schemas } = contract.document.components;
  const seen = new Set<unknown>();
  const takesAddress = (node: unknown): boolean => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return false;
    seen.add(node);
    const { $ref: ref, properties, ...others } = node as { readonly $ref?: string; readonly properties?: object };
    if (ref !== undefined) return takesAddress(schemas[ref.split('/').at(-1)!]);
    return Object.hasOwn(properties ?? {}, 'email') || Object.values({ ...others, ...properties }).some(takesAddress);
  };
  const taking = [...contract.operations].filter(([, { requestBody }]) => {
    seen.clear();
    return takesAddress(requestBody);
  });
  const unknown = taking.map(([name]) => name).filter((name) => !WAYS[name] && !OTHERS.some(([, names]) => names.test(name)));
  expect(unknown).toEqual([]);
  expect(Object.keys(WAYS).filter((name) => !taking.some(([each]) => each === name))).toEqual([]);
});

test('an import and the report of a purchase leave the address as it is, and with it the sessions', async () => {
  const [email, external_id] = [newAddress(), randomUUID()];
  const { id } = await fixture.create('/v1/customers/', { email, external_id });
  const session = await openFor({ customer_id: id });
  const line = JSON.stringify({ type: 'customer', customer: { external_id, email: newAddress() } });
  await seller('POST', '/v1/purchases/import', line, { 'content-type': 'application/x-ndjson' });
  await fixture.settled();
  expect([(await seller('GET', `/v1/customers/${id}`)).body.email, await isAlive(session)]).toEqual([email, true]);
});

test('of a merged customer all sessions and codes end; those of the remaining one go on', async () => {
  const [one, other] = [await aCustomer(() => ''), await aCustomer(() => '')];
  const stranger = await strangerAt(one.email, one.subject);
  const remaining = await openFor(other.subject);
  const [source, target] = [one, other].map(({ subject }) => (subject as { customer_id: string }).customer_id);
  expect((await seller('POST', `/v1/customers/${target}/merge`, { customer_id: source })).status).toBe(200);
  expect(await accessOf(stranger)).toEqual(NONE);
  expect(await isAlive(remaining)).toBe(true);
});

test('a removed member is outside at once', async () => {
  const member = await aMember(() => '');
  const stranger = await strangerAt(member.email, member.subject);
  const { customer_id, member_id } = member.subject as { customer_id: string; member_id: string };
  expect((await seller('DELETE', `/v1/customers/${customer_id}/members/${member_id}`)).status).toBe(204);
  expect(await accessOf(stranger)).toEqual(NONE);
});

test('before the owner of an individual customer has followed it, nobody signs in at the former address', async () => {
  const customer = await aCustomer(({ id }) => `/v1/customers/${id}`);
  const { customer_id } = customer.subject as { customer_id: string };
  const [code] = (await strangerAt(customer.email, customer.subject)).codes;
  await customer.change(newAddress());
  await fixture.settled();
  // As it is until a worker gets to it.
  await em.execute('alter table customer_portal.members disable trigger ends_sessions');
  const former = 'update customer_portal.members set email = ?, email_key = ? where customer_id = ?';
  await em.execute(former, [customer.email, customer.email, customer_id]);
  await em.execute('alter table customer_portal.members enable trigger ends_sessions');
  const before = (await mailTo(customer.email)).length;
  await requestCode(customer.email);
  expect([(await mailTo(customer.email)).length, (await redeem(code!)).status]).toEqual([before, 401]);
});

test('another address of one member leaves the sessions of others', async () => {
  const member = await aMember((team, { id }) => `/v1/customers/${team.id}/members/${id}`);
  const { customer_id } = member.subject as { customer_id: string };
  const owner = (await seller('GET', `/v1/customers/${customer_id}/members?role=owner`)).body.items[0];
  const session = await openFor({ customer_id, member_id: owner.id });
  await member.change(newAddress());
  expect(await isAlive(session)).toBe(true);
});

test('a seller ends all sessions of a customer, with the codes and links that were mailed before', async () => {
  const customer = await aCustomer(() => '');
  const { customer_id } = customer.subject as { customer_id: string };
  const stranger = await strangerAt(customer.email, customer.subject);
  const link = await linkFor(callAs(api, stranger.sessions[0]), newAddress());
  expect((await seller('DELETE', `/v1/customers/${customer_id}/sessions`)).status).toBe(204);
  expect(await accessOf(stranger)).toEqual(NONE);
  expect((await follow(link)).status).toBe(401);
  const again = await redeem(await codeFor(customer.email));
  expect([again.status, await isAlive(again.body.token)]).toEqual([200, true]);
});

test('a stranger whose mistyped address was corrected does not take the customer over by a link of before', async () => {
  const customer = await aCustomer(({ id }) => `/v1/customers/${id}`);
  const link = await linkFor(callAs(api, await openFor(customer.subject)), newAddress());
  await customer.change(newAddress());
  expect((await follow(link)).status).toBe(401);
});

test('an invitation to a seat that was mailed to a mistyped address stops working, and another goes to the right one', async () => {
  const { id: buyer } = await fixture.create('/v1/customers/', { email: newAddress() });
  const [mistyped, address] = [newAddress(), newAddress()];
  const prices = [
    { amount_type: 'seat_based', price_currency: 'usd', seat_tiers: { tiers: [{ min_seats: 1, price_per_seat: 100 }] } },
  ];
  const product = await fixture.create('/v1/products/', { name: 'Team', recurring_interval: 'month', prices });
  const { id: subscription_id } = await fixture.create('/v1/subscriptions/', {
    customer_id: buyer,
    product_id: product.id,
    seats: 2,
  });
  await fixture.settled();
  const { body: seat } = await seller('POST', '/v1/customer-seats', { subscription_id, email: mistyped });
  await fixture.settled();
  const tokenIn = async (email: string) => /invitation_token=([\w-]+)/.exec((await mailTo(email)).at(-1) ?? '')![1]!;
  const claim = (invitation_token: string) => anyone('POST', '/v1/customer-seats/claim', { invitation_token });
  const sent = await tokenIn(mistyped);
  await patch(`/v1/customers/${buyer}/members/${seat.member_id}`, address);
  expect((await claim(sent)).status).toBe(400);
  await fixture.settled();
  expect((await claim(sent)).status).toBe(400);
  expect((await claim(await tokenIn(address))).status).toBe(200);
});
