import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture } from '../support/purchase-fixture.ts';
import { seedOrganization } from '../support/seed.ts';

test('mails of a sandbox are caught and shown to those who manage it, and none is sent', async () => {
  await using resources = new AsyncDisposableStack();
  const mailbox = await openMailbox();
  resources.defer(() => mailbox.remove());
  const fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder });
  resources.defer(() => fixture.close());
  const { api } = fixture;
  const seller = await seedOrganization(api);
  const as = callAs(api, seller.pat);
  const production = seller.organization;
  const { body: sandbox } = await as('POST', `/v1/organizations/${production.id}/sandboxes`, {
    name: 'Sandbox',
    slug: `sandbox-${randomUUID()}`,
  });
  for (const [organization_id, email] of [
    [sandbox.id, 'test@example.com'],
    [production.id, 'real@example.com'],
  ] as const) {
    await as('POST', '/v1/customers/', { organization_id, email });
    const request = '/v1/customer-portal/customer-session/request';
    expect((await callAs(api)('POST', request, { organization_id, email })).status).toBeLessThan(300);
  }
  await fixture.settled();
  expect((await mailbox.messages()).map(({ to }) => to)).toEqual(['real@example.com']);

  const url = `/v1/organizations/${sandbox.id}/caught-mails`;
  const caught = await as('GET', url);
  expect(caught.body.items).toMatchObject([{ to: 'test@example.com', text: expect.stringContaining('Sandbox') }]);
  // It has what the customer would have read: with the code a test signs in.
  const code = /\b[0-9A-Z]{4}-[0-9A-Z]{6}\b/.exec(caught.body.items[0].text)![0];
  const signedIn = await callAs(api)('POST', '/v1/customer-portal/customer-session/authenticate', { code });
  expect(signedIn.status).toBe(200);
  expect((await as('GET', `/v1/organizations/${production.id}/caught-mails`)).body.items).toEqual([]);
  expect((await callAs(api, await seller.tokenAs('admin'))('GET', url)).status).toBe(404);
  const stored = await api.app
    .get(EntityManager)
    .fork()
    .execute('select encrypted_mail::text as text from organizations.caught_mails');
  expect(Buffer.from((stored as { text: string }[])[0]!.text.slice(2), 'hex').toString('latin1')).not.toContain(code);
});
