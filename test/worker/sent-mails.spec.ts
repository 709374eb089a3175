import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { DeleteExpiredSessions } from '#customer-portal';
import { callAs } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { openMailServer } from '../support/mail-server.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedOrganization } from '../support/seed.ts';

/** What the mail server says to these recipients; those of `once` get it for the first attempt only. */
const refused = new Map<string, { readonly reply: string; readonly once?: boolean }>();

let server: Awaited<ReturnType<typeof openMailServer>>;
let fixture: PurchaseFixture;
beforeAll(async () => {
  server = await openMailServer((recipient) => {
    const answer = refused.get(recipient);
    if (answer?.once) refused.delete(recipient);
    return answer?.reply;
  });
  fixture = await openPurchaseFixture({ SMTP_URL: server.url, MAIL_FROM: 'licenses@example.com' });
});
afterAll(async () => {
  await fixture.close();
  await server.close();
});

let count = 0;

/** A key that is mailed to a new customer with an address. */
async function mailedKey(reply?: string, once = false) {
  const email = `mailed-${++count}@example.com`;
  if (reply !== undefined) refused.set(email, { reply: reply.replaceAll('{email}', email), once });
  const properties = { deliver_by_email: true };
  const { id: benefit_id } = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'Studio', properties });
  const customer = await fixture.create('/v1/customers/', { email });
  const key = await fixture.create('/v1/license-keys/', { benefit_id, customer_id: customer.id });
  return { email, customer, key };
}

const mailsOf = async ({ id }: { id: string }) => (await fixture.seller('GET', `/v1/mails/?customer_id=${id}`)).body.items;

/** The only mail of a customer, once this became of it. */
async function mailThatWas(outcome: string, customer: { id: string }) {
  await eventually(async () => (await mailsOf(customer))[0]?.outcome === outcome);
  const [mail, ...others] = await mailsOf(customer);
  expect(others).toEqual([]);
  return mail;
}

test('a mail that the server took is listed with its customer and license key, and without the key', async () => {
  const { email, customer, key } = await mailedKey();
  const mail = await mailThatWas('sent', customer);
  expect(mail).toEqual({
    id: expect.any(String),
    created_at: expect.any(String),
    attempted_at: mail.created_at,
    organization_id: fixture.ours.organization.id,
    customer_id: customer.id,
    resource_id: key.id,
    mail: 'license_key',
    recipient: email,
    outcome: 'sent',
    code: null,
    reason: null,
    attempts: 1,
  });
  expect(server.accepted.filter(({ to }) => to === email)).toHaveLength(1);
  expect(JSON.stringify(mail)).not.toContain(key.key);
  const ofKey = await fixture.seller('GET', `/v1/mails/?resource_id=${key.id}&outcome=sent`);
  expect(ofKey.body.items).toEqual([mail]);
  const others = await fixture.seller('GET', `/v1/mails/?resource_id=${key.id}&outcome=refused`);
  expect(others.body.items).toEqual([]);
});

test('a mail is sent in the words of the seller', async () => {
  const { api, ours } = fixture;
  const url = `/v1/organizations/${ours.organization.id}/mail-texts/license_key/en`;
  const body = 'Dear customer of {{seller}},\n\n{{key}}';
  expect((await callAs(api, ours.pat)('PUT', url, { subject: 'The key to {{product}}', body })).status).toBe(204);
  const { email, customer, key } = await mailedKey();
  await mailThatWas('sent', customer);
  const text = server.accepted.find(({ to }) => to === email)!.text;
  expect(text).toContain('Subject: The key to Studio\r\n');
  expect(text).toContain(`Dear customer of Acme,\r\n\r\nStudio: ${key.key}`);
  await callAs(api, ours.pat)('DELETE', url);
});

test.each([
  ['550 5.1.1 <{email}>: no such mailbox', 'bounced', '550 5.1.1', '… no such mailbox'],
  ['550 no such user', 'bounced', '550', 'no such user'],
  ['554 5.7.1 blocked, see https://example.com/why?token=secret', 'refused', '554 5.7.1', 'blocked, see …'],
  ['451 4.7.1 try later', 'queued', '451 4.7.1', 'try later'],
])('%s: the mail is listed as %s', async (reply, outcome, code, reason) => {
  const { customer } = await mailedKey(reply);
  expect(await mailThatWas(outcome, customer)).toMatchObject({ code, reason });
});

test('another attempt changes the mail that is listed instead of adding one', async () => {
  const { email, customer } = await mailedKey('451 4.2.1 greylisted', true);
  expect(await mailThatWas('sent', customer)).toMatchObject({ code: null, reason: null, attempts: 2 });
  expect(server.accepted.filter(({ to }) => to === email)).toHaveLength(1);
});

test('mails of a sandbox are listed as caught', async () => {
  const seller = await seedOrganization(fixture.api);
  const as = callAs(fixture.api, seller.pat);
  const { body: sandbox } = await as('POST', `/v1/organizations/${seller.organization.id}/sandboxes`, {
    name: 'Sandbox',
    slug: `caught-${seller.organization.id}`,
  });
  const { body: customer } = await as('POST', '/v1/customers/', { organization_id: sandbox.id, email: 'test@example.com' });
  const request = '/v1/customer-portal/customer-session/request';
  await callAs(fixture.api)('POST', request, { organization_id: sandbox.id, email: 'test@example.com' });
  const listed = async () => (await as('GET', `/v1/mails/?customer_id=${customer.id}`)).body.items;
  await eventually(async () => (await listed()).length > 0);
  expect(await listed()).toMatchObject([{ mail: 'sign_in_code', outcome: 'caught', recipient: 'test@example.com' }]);
  expect(await mailsOf(customer)).toEqual([]);
});

test('what was mailed to a customer is erased with the customer, and after 90 days', async () => {
  const [erased, old] = [await mailedKey(), await mailedKey()];
  await mailThatWas('sent', erased.customer);
  await mailThatWas('sent', old.customer);
  await fixture.seller('DELETE', `/v1/customers/${erased.customer.id}?anonymize=true`);
  await eventually(async () => (await mailsOf(erased.customer)).length === 0);
  const em = fixture.api.app.get(EntityManager).fork();
  const age = (days: number) =>
    em.execute(`update customer_portal.mails set created_at = now() - ? * interval '1 day' where customer_id = ?`, [
      days,
      old.customer.id,
    ]);
  await age(89);
  await fixture.api.app.get(CommandBus).execute(new DeleteExpiredSessions());
  expect(await mailsOf(old.customer)).toHaveLength(1);
  await age(91);
  await fixture.api.app.get(CommandBus).execute(new DeleteExpiredSessions());
  expect(await mailsOf(old.customer)).toEqual([]);
});
