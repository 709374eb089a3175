import { EntityManager } from '@mikro-orm/postgresql';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let mailbox: Mailbox;
let shop: PurchaseFixture;
beforeAll(async () => {
  mailbox = await openMailbox();
  shop = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder });
});
afterAll(async () => {
  await shop.close();
  await mailbox.remove();
});

const benefit = (properties: object) =>
  shop.create('/v1/benefits/', { type: 'license_keys', description: 'Studio <Pro>', properties });
let count = 0;
const newCustomer = () => shop.create('/v1/customers/', { email: `buyer-${++count}@example.com` });

/** A key issued directly, and what was mailed because of it. */
async function issued(benefit_id: string, customer: { id: string }) {
  const before = (await mailbox.messages()).length;
  const key = await shop.create('/v1/license-keys/', {
    benefit_id,
    customer_id: customer.id,
    expires_at: '2030-01-02T00:00:00Z',
  });
  await shop.settled();
  return { key, messages: (await mailbox.messages()).slice(before) };
}

test('a new key is mailed to its customer where the benefit says so', async () => {
  const { id, properties } = await benefit({ prefix: 'PRO', deliver_by_email: true });
  expect(properties).toEqual({ prefix: 'PRO', expires: null, activations: null, limit_usage: null, deliver_by_email: true });
  const customer = await newCustomer();
  const { key, messages } = await issued(id, customer);
  expect(messages).toMatchObject([
    { to: customer.email, from: 'Acme <latchkey@localhost>', subject: 'Your license key from Acme' },
  ]);
  expect(messages[0]!.text).toContain(`Studio <Pro>: ${key.key}`);
  expect(messages[0]!.text).toContain('valid until 2030-01-02');
  expect(messages[0]!.raw).toContain('Studio &lt;Pro&gt;');
  const outbox = await shop.api.app.get(EntityManager).fork().execute('select payload::text from platform.outbox');
  expect(JSON.stringify(outbox)).not.toContain(key.key);
});

test('also one that comes from a purchase', async () => {
  const { id } = await benefit({ deliver_by_email: true });
  const product = await shop.product({ benefits: [id] });
  const customer = await newCustomer();
  await shop.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await shop.settled();
  const [key] = await shop.keysOf({ id });
  const [message, ...others] = (await mailbox.messages()).filter(({ to }) => to === customer.email);
  expect(others).toEqual([]);
  expect(message!.text).toContain(key.key);
});

test.each([
  ['nothing of it', {}],
  ['no', { deliver_by_email: false }],
])('nothing is mailed where the benefit says %s, and nothing of it is shown', async (_what, properties) => {
  const made = await benefit(properties);
  expect(made.properties).toEqual({ prefix: null, expires: null, activations: null, limit_usage: null });
  expect((await issued(made.id, await newCustomer())).messages).toEqual([]);
});

test('a benefit can begin and cease to deliver', async () => {
  const { id } = await benefit({});
  const change = (properties: object) => shop.seller('PATCH', `/v1/benefits/${id}`, { type: 'license_keys', properties });
  expect((await change({ deliver_by_email: true })).body.properties.deliver_by_email).toBe(true);
  expect((await issued(id, await newCustomer())).messages).toHaveLength(1);
  expect((await change({ deliver_by_email: false })).body.properties).not.toHaveProperty('deliver_by_email');
  expect((await issued(id, await newCustomer())).messages).toEqual([]);
});

test('a team without an address gets its mail by its owner, whoever that is by then', async () => {
  const { id } = await benefit({ deliver_by_email: true });
  const [first, second] = [`owner-${++count}@example.com`, `owner-${++count}@example.com`];
  const team = await shop.create('/v1/customers/', { type: 'team', owner: { email: first } });
  const { key, messages } = await issued(id, team);
  expect(messages).toMatchObject([{ to: first }]);
  expect(messages[0]!.text).toContain(key.key);
  const member = await shop.create(`/v1/customers/${team.id}/members`, { email: second });
  await shop.seller('PATCH', `/v1/customers/${team.id}/members/${member.id}`, { role: 'owner' });
  expect((await issued(id, team)).messages).toMatchObject([{ to: second }]);
});

test('a team with an address of its own is mailed there', async () => {
  const { id } = await benefit({ deliver_by_email: true });
  const [email, owner] = [`team-${++count}@example.com`, { email: `owner-${++count}@example.com` }];
  const team = await shop.create('/v1/customers/', { type: 'team', email, owner });
  expect((await issued(id, team)).messages).toMatchObject([{ to: email }]);
});

test('only yes or no can be said', async () => {
  const body = { type: 'license_keys', description: 'Studio', properties: { deliver_by_email: 'maybe' } };
  const answer = await shop.seller('POST', '/v1/benefits/', body);
  expect([answer.status, answer.body.detail[0].loc.at(-1)]).toEqual([422, 'deliver_by_email']);
});
