import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { CheckEmailDomains } from '#identity';
import { SetMemberRole } from '#organizations';
import { TextRecords } from '../../libs/identity/src/domain/email-domain.ts';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedUser } from '../support/seed-user.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';
import { type Company, seedCompany, SIGN_IN, signInAs } from '../support/single-sign-on.ts';

let mailbox: Mailbox;
let fixture: PurchaseFixture;
let provider: SimulatedProvider;
let acme: Company;
/** What nameservers say about a domain; null if they do not. */
let say: (domain: string) => readonly string[] | null;
let asked: string[];
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder, ...NO_SIGN_IN_LIMITS });
  provider = await SimulatedProvider.open();
  fixture.api.app.get<{ of: TextRecords['of'] }>(TextRecords).of = async (domain) => {
    asked.push(domain);
    return say(domain);
  };
});
beforeEach(async () => {
  acme = await seedCompany(fixture.api, provider);
  asked = [];
  say = () => [];
});
afterAll(async () => {
  await fixture.close();
  await provider.close();
  await mailbox.remove();
});

/** As if the domains had been looked at a day before, and then the job had run. */
async function nextDay(): Promise<void> {
  const statement = `update identity.email_domains set checked_at = coalesce(checked_at, verified_at) - interval '1 day',
    missing_since = missing_since - interval '1 day', verified_at = verified_at - interval '1 day'`;
  await fixture.api.app.get(EntityManager).fork().execute(statement);
  await fixture.api.app.get(CommandBus).execute(new CheckEmailDomains());
}

const domainOf = async ({ seller, call }: Company) =>
  (await call('GET', `/v1/organizations/${seller.organization.id}/single-sign-on/domains`)).body.items[0];
const begins = async (): Promise<number> => (await callAs(fixture.api)('POST', SIGN_IN, { email: acme.person().email })).status;
const mailsTo = async (email: string) => (await mailbox.messages()).filter(({ to }) => to === email);

test('a domain whose record is missing for seven days after the first counts no more; owners are mailed on the first', async () => {
  const { organization, user } = acme.seller;
  const admin = await seedUser(fixture.api);
  await fixture.api.app.get(CommandBus).execute(new SetMemberRole({ id: organization.id }, admin.id, 'admin'));
  for (let days = 0; days < 8; days++) {
    expect([days, await begins(), (await domainOf(acme)).verified_at]).toEqual([days, 200, expect.any(String)]);
    await nextDay();
  }
  expect(await domainOf(acme)).toMatchObject({ verified_at: null, missing_since: expect.any(String) });
  expect(await begins()).toBe(404);
  await fixture.settled();
  expect(await mailsTo(user.email)).toMatchObject([
    {
      subject: 'The record of a domain is missing',
      text: expect.stringContaining(`/console/${organization.slug}/settings/single-sign-on`),
    },
  ]);
  expect(await mailsTo(admin.email)).toEqual([]);

  const { id, txt_record } = await domainOf(acme);
  say = () => [txt_record];
  const path = `/v1/organizations/${organization.id}/single-sign-on/domains/${id}/verify`;
  expect((await acme.call('POST', path)).body).toMatchObject({ verified_at: expect.any(String), missing_since: null });
  expect(await begins()).toBe(200);
});

test('days on which no nameserver says anything do not count, and a record that is there again begins anew', async () => {
  say = () => null;
  for (let days = 0; days < 30; days++) await nextDay();
  expect(await domainOf(acme)).toMatchObject({ verified_at: expect.any(String), missing_since: null });
  const { txt_record } = await domainOf(acme);
  say = () => [];
  for (let days = 0; days < 7; days++) await nextDay();
  say = () => ['v=spf1 -all', txt_record];
  await nextDay();
  say = () => [];
  for (let days = 0; days < 7; days++) await nextDay();
  expect((await domainOf(acme)).verified_at).toEqual(expect.any(String));
});

test('every verified domain is asked about once a day, however many there are and however often the job runs', async () => {
  const others = await Promise.all(Array.from({ length: 44 }, () => seedCompany(fixture.api, provider)));
  const unverified = `${randomUUID()}.example.com`;
  await acme.call('POST', `/v1/organizations/${acme.seller.organization.id}/single-sign-on/domains`, { domain: unverified });
  const { txt_record: _own } = await domainOf(acme);
  const job = new CheckEmailDomains();
  await fixture.api.app.get(CommandBus).execute(job);
  expect(asked).toEqual([]);
  await nextDay();
  await fixture.api.app.get(CommandBus).execute(job);
  const domains = [acme, ...others].map(({ domain }) => domain);
  expect(asked.filter((domain) => domains.includes(domain)).sort()).toEqual(domains.sort());
  expect(asked).not.toContain(unverified);
  await fixture.api.app.get(CommandBus).execute(new CheckEmailDomains(AbortSignal.abort()));
});

test('who a user was at a provider is of no use to it when its organization has lost the domain', async () => {
  const person = acme.person();
  const at = { provider, at: acme };
  const first = await signInAs(fixture.api, at, person);
  expect(first.status).toBe(200);
  for (let days = 0; days < 8; days++) await nextDay();
  for (const email of [person.email, acme.seller.user.email]) {
    const { status, body } = await signInAs(fixture.api, at, { ...person, email });
    expect([status, body.error]).toEqual([403, 'SingleSignOnRefused']);
  }
});
