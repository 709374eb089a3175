import { callAs } from '../support/call.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';

let mailbox: Mailbox;
let fixture: WebhookFixture;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openWebhookFixture({ LATCHKEY_DATA: mailbox.folder });
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

const admin = (...request: Parameters<typeof fixture.seller>) => callAs(fixture.api, fixture.ours.pat)(...request);
const alertsUrl = () => `/v1/organizations/${fixture.ours.organization.id}/alerts`;

/** Sends alerts of the kind to the owners, and to a channel at this path of the receiver. */
async function choose(kind: string, path: string, rule: object = {}): Promise<void> {
  const slack_url = new URL(path, fixture.receiver.url).href;
  const { status } = await admin('PUT', `${alertsUrl()}/${kind}`, { is_enabled: true, roles: ['owner'], slack_url, ...rule });
  expect(status).toBe(204);
}

async function dispute(): Promise<{ order_id: string }> {
  const [product, customer] = [await fixture.product(), await fixture.customer()];
  const order = await fixture.create('/v1/orders/', {
    product_id: product.id,
    customer_id: customer.id,
    amount: 4_900,
    tax_amount: 0,
    currency: 'usd',
  });
  const reported = {
    order_id: order.id,
    amount: 4_900,
    payment_id: 'pi_1',
    reason: 'fraudulent',
    evidence_due_by: '2027-01-15T12:00:00Z',
  };
  return fixture.create('/v1/disputes/', reported);
}

const posted = (path: string): string[] =>
  fixture.receiver.received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body).text);
const mails = async (subject: string) => (await mailbox.messages()).filter((mail) => mail.subject.includes(subject));
const alert = async (kind: string) =>
  (await admin('GET', alertsUrl())).body.items.find((each: { kind: string }) => each.kind === kind);

test('a dispute is told by mail and in Slack once somebody wants to know, with the same sentences', async () => {
  await dispute();
  await fixture.settled();
  expect(await mails('disputed')).toEqual([]);

  await choose('disputes', '/disputes');
  const { order_id } = await dispute();
  await fixture.settled();
  const [mail, ...others] = await mails('disputed');
  expect([mail?.to, others]).toEqual([fixture.ours.user.email, []]);
  expect(mail!.subject).toBe('A payment to Acme is disputed: US$49.00');
  const url = `/console/${fixture.ours.organization.slug}/orders/${order_id}`;
  const sentences = [
    'The bank of a customer of Acme demands US$49.00 back.',
    'Reason: fraudulent',
    'Evidence can be submitted until 15 January 2027',
    url,
  ];
  const [text, ...rest] = posted('/disputes');
  expect(rest).toEqual([]);
  for (const sentence of sentences) for (const told of [mail!.text, text]) expect(told).toContain(sentence);
});

test('a channel that is gone is noted, keeps no mail from being sent, and a test tells once it is there again', async () => {
  await choose('license_key_leaks', '/leaks');
  const url = `${alertsUrl()}/license_key_leaks`;
  fixture.receiver.answer((response) => response.writeHead(410).end('channel_is_archived'));
  expect((await admin('POST', `${url}/test`)).status).toBe(202);
  await fixture.settled();
  expect(await alert('license_key_leaks')).toMatchObject({
    slack_problem: 'HTTP 410 channel_is_archived',
    slack_problem_at: expect.any(String),
  });
  expect((await mails('Test of an alert')).map(({ to }) => to)).toEqual([fixture.ours.user.email]);

  fixture.receiver.answer((response) => response.writeHead(200).end('ok'));
  expect((await admin('POST', `${url}/test`)).status).toBe(202);
  await fixture.settled();
  expect(await alert('license_key_leaks')).toMatchObject({ slack_problem: null, slack_problem_at: null });
  expect(posted('/leaks').at(-1)).toContain('This is a test: nothing has happened.');
});

test('an alert goes only where the seller wants it', async () => {
  const before = (await mails('Test of an alert')).length;
  await choose('webhook_endpoints', '/endpoints', { roles: [] });
  await admin('POST', `${alertsUrl()}/webhook_endpoints/test`);
  await fixture.settled();
  expect(posted('/endpoints')).toHaveLength(1);
  expect(await mails('Test of an alert')).toHaveLength(before);
});
