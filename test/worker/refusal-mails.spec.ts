import { KeyRefusals } from '#licensing';
import { callAs } from '../support/call.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';

import.meta.jest.setTimeout(120_000);

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

/** Activates one device more than the license key permits; the key. */
async function refuseDevice(email: string, policy: object) {
  const { organization } = fixture.ours;
  const { id: customer_id } = await fixture.create('/v1/customers/', { email, locale: 'en-US' });
  const properties = { activations: { limit: 1, enable_customer_admin: true }, policy };
  const { id: benefit_id } = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'Studio', properties });
  const key = await fixture.create('/v1/license-keys/', { benefit_id, customer_id });
  const statuses: number[] = [];
  for (const label of ['one', 'two', 'three']) {
    const body = { key: key.key, organization_id: organization.id, label };
    statuses.push((await callAs(fixture.api)('POST', '/v1/customer-portal/license-keys/activate', body)).status);
  }
  expect(statuses).toEqual([200, 403, 403]);
  return key;
}

test('customer and owners get an e-mail when a limit refuses a device, each if the benefit says so', async () => {
  const both = await refuseDevice('ada@example.com', { refusal_notices: { mails: { customer: true, seller: true } } });
  const quiet = await refuseDevice('bob@example.com', { refusal_notices: { mails: { customer: false } } });
  const unasked = await refuseDevice('eve@example.com', {});
  expect([both, quiet, unasked].map(({ policy }) => policy)).toEqual([undefined, undefined, undefined]);
  await fixture.api.app.get<KeyRefusals>(KeyRefusals).flush();
  await fixture.delivered();
  const { user, organization } = fixture.ours;
  const mails = (await mailbox.messages()).filter(({ text }) => text.includes('****'));
  expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
    [
      ['ada@example.com', 'A device could not be added to your license for Studio'],
      [user.email, 'A license of Acme was refused to a device: Studio'],
    ].toSorted(),
  );
  const [toCustomer, toOwner] = ['ada@example.com', user.email].map((address) => mails.find(({ to }) => to === address)!.text);
  expect(toCustomer).toContain('Its device limit is 1, and all places are taken.');
  expect(toCustomer).toContain(`/portal/${organization.slug}`);
  expect(toOwner).toContain(`/console/${organization.slug}/keys/${both.id}`);
  expect(mails.map(({ raw }) => raw).join()).not.toContain(both.key);
  const timeline = (await fixture.seller('GET', `/v1/license-keys/${both.id}/timeline`)).body.items as { changes?: unknown }[];
  expect(JSON.stringify(timeline)).toContain('refused');
});
