import { EntityManager } from '@mikro-orm/postgresql';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { takeLog } from '../support/logged-secrets.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let mailbox: Mailbox;
let fixture: PurchaseFixture;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder });
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

const benefit = (properties: object) =>
  fixture.create('/v1/benefits/', { type: 'license_keys', description: 'Studio <Pro>', properties });
let count = 0;
const newCustomer = () => fixture.create('/v1/customers/', { email: `buyer-${++count}@example.com` });

/** Issues a key directly. Returns it with the e-mails that were sent because of it. */
async function issued(benefit_id: string, customer: { id: string }) {
  const before = (await mailbox.messages()).length;
  const key = await fixture.create('/v1/license-keys/', {
    benefit_id,
    customer_id: customer.id,
    expires_at: '2030-01-02T00:00:00Z',
  });
  await fixture.settled();
  return { key, messages: (await mailbox.messages()).slice(before) };
}

test('a new key is sent to its customer by e-mail if the benefit says so', async () => {
  const { id, properties } = await benefit({ prefix: 'PRO', deliver_by_email: true });
  expect(properties).toEqual({ prefix: 'PRO', expires: null, activations: null, limit_usage: null, deliver_by_email: true });
  const customer = await newCustomer();
  const { key, messages } = await issued(id, customer);
  expect(messages).toMatchObject([
    { to: customer.email, from: 'Acme <latchkey@localhost>', subject: 'Your license key for Studio <Pro> from Acme' },
  ]);
  expect(messages[0]!.text).toContain(`Studio <Pro>: ${key.key}`);
  expect(messages[0]!.text).toContain('valid until 2 January 2030');
  expect(messages[0]!.raw).toContain('Studio &lt;Pro&gt;');
  const outbox = await fixture.api.app.get(EntityManager).fork().execute('select payload::text from platform.outbox');
  expect(JSON.stringify(outbox)).not.toContain(key.key);
});

test('the key of a purchase is sent by e-mail as well, with the first steps of the seller', async () => {
  const first_steps = 'Download it:\nhttps://example.com/get?a=1&b=2\n\nEnter <key>. {{key}}';
  const { id, properties } = await benefit({ deliver_by_email: true, first_steps: `\n${first_steps} ` });
  expect(properties).toMatchObject({ first_steps });
  const product = { name: 'Render Pro', ...(await fixture.product({ name: 'Render Pro', benefits: [id] })) };
  const customer = await newCustomer();
  await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await fixture.settled();
  const [key] = await fixture.keysOf({ id });
  const [message, ...others] = (await mailbox.messages()).filter(({ to }) => to === customer.email);
  expect(others).toEqual([]);
  expect(message!.text).toContain(key.key);
  expect(message!.subject).toBe(`Your license key for ${product.name} from Acme`);
  expect(message!.text).toContain(`/portal/${fixture.ours.organization.slug}`);
  expect(message!.text.replaceAll('\r', '')).toContain(`\n\n${first_steps}\n\nEnter it in the application.`);
  expect(message!.raw).toMatch(/Download it:\s*<br \/>https:\/\/example\.com\/get\?a=1&amp;b=2<\/p>/);
  const outbox = await fixture.api.app.get(EntityManager).fork().execute('select payload::text from platform.outbox');
  expect(JSON.stringify(outbox)).not.toContain('Download it');
});

test.each([
  ['is not set', {}],
  ['is false', { deliver_by_email: false }],
])('no e-mail is sent if `deliver_by_email` %s, and the property is not returned', async (_state, properties) => {
  const created = await benefit(properties);
  expect(created.properties).toEqual({ prefix: null, expires: null, activations: null, limit_usage: null });
  expect((await issued(created.id, await newCustomer())).messages).toEqual([]);
});

test('delivery by e-mail can be turned on and off', async () => {
  const { id } = await benefit({});
  const change = (properties: object) => fixture.seller('PATCH', `/v1/benefits/${id}`, { type: 'license_keys', properties });
  expect((await change({ deliver_by_email: true })).body.properties.deliver_by_email).toBe(true);
  expect((await issued(id, await newCustomer())).messages).toHaveLength(1);
  expect((await change({ deliver_by_email: false })).body.properties).not.toHaveProperty('deliver_by_email');
  expect((await issued(id, await newCustomer())).messages).toEqual([]);
});

test('e-mails to a team without an address go to its current owner', async () => {
  const { id } = await benefit({ deliver_by_email: true });
  const [first, second] = [`owner-${++count}@example.com`, `owner-${++count}@example.com`];
  const team = await fixture.create('/v1/customers/', { type: 'team', owner: { email: first } });
  const { key, messages } = await issued(id, team);
  expect(messages).toMatchObject([{ to: first }]);
  expect(messages[0]!.text).toContain(key.key);
  const member = await fixture.create(`/v1/customers/${team.id}/members`, { email: second });
  await fixture.seller('PATCH', `/v1/customers/${team.id}/members/${member.id}`, { role: 'owner' });
  expect((await issued(id, team)).messages).toMatchObject([{ to: second }]);
});

test('e-mails to a team with an address go to that address', async () => {
  const { id } = await benefit({ deliver_by_email: true });
  const [email, owner] = [`team-${++count}@example.com`, { email: `owner-${++count}@example.com` }];
  const team = await fixture.create('/v1/customers/', { type: 'team', email, owner });
  expect((await issued(id, team)).messages).toMatchObject([{ to: email }]);
});

test('`deliver_by_email` must be a boolean', async () => {
  const body = { type: 'license_keys', description: 'Studio', properties: { deliver_by_email: 'maybe' } };
  const answer = await fixture.seller('POST', '/v1/benefits/', body);
  expect([answer.status, answer.body.detail[0].loc.at(-1)]).toEqual([422, 'deliver_by_email']);
});

test('what the worker logs about a request names it, also for events that other events caused', async () => {
  const { id } = await benefit({ deliver_by_email: true });
  const product = await fixture.product({ benefits: [id] });
  const customer = await newCustomer();
  await fixture.settled();
  takeLog();
  const order = { product_id: product.id, customer_id: customer.id };
  await fixture.seller('POST', '/v1/orders/', order, { 'x-request-id': 'order-1' });
  await fixture.settled();
  const deliveries = takeLog().filter(({ context }) => context === 'Delivery');
  expect(deliveries.filter(({ request_id }) => request_id === 'order-1').map(({ event }) => event)).toContain(
    'license_key.created',
  );
  expect(deliveries.filter(({ request_id }) => request_id !== 'order-1')).toEqual([]);
  const caused = await fixture.api.app
    .get(EntityManager)
    .fork()
    .execute(`select causation_id from platform.outbox where request_id = 'order-1' and name = 'license_key.created'`);
  expect(caused).toEqual([{ causation_id: expect.any(String) }]);
});

test('the mail is in the language of the customer, else of the request, else of the organization', async () => {
  const { id } = await benefit({ deliver_by_email: true });
  const validity = async (locale: string | null, accepted: string): Promise<string> => {
    const customer = await newCustomer();
    await fixture.seller('PATCH', `/v1/customers/${customer.id}`, { locale });
    const body = { benefit_id: id, customer_id: customer.id, expires_at: '2030-01-02T00:00:00Z' };
    await fixture.seller('POST', '/v1/license-keys/', body, { 'accept-language': accepted });
    await fixture.settled();
    const message = (await mailbox.messages()).find(({ to }) => to === customer.email);
    return /(?:It is valid until|Er gilt bis) .+/.exec(message!.text)![0];
  };
  expect(await validity('en-US', 'de')).toBe('It is valid until January 2, 2030.');
  expect(await validity(null, '*')).toBe('It is valid until 2 January 2030.');
  expect(await validity('fr', 'fr, de-AT;q=0.5')).toBe('Er gilt bis 2. Jänner 2030.');
  await fixture.seller('PATCH', `/v1/organizations/${fixture.ours.organization.id}/branding`, { language: 'de' });
  expect(await validity(null, '*')).toBe('Er gilt bis 2. Januar 2030.');
});
