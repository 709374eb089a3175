import { CommandBus } from '@nestjs/cqrs';
import { NO_ORGANIZATION, TooManyRequests } from '#kernel';
import { IssueAccessToken, SetMemberRole } from '#organizations';
import { eventRouter } from '../../apps/worker/subscriptions.ts';
import { NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { type Mailbox, type Message, openMailbox } from '../support/mailbox.ts';
import { beginSignIn, ISSUER, type OpenIdApi, serveOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedUser, seedUserCredentials, seedUserSession } from '../support/seed-user.ts';

const TIME = String.raw`\d+ \w+ \d{4} at \d{2}:\d{2} UTC`;

let mailbox: Mailbox;
let fixture: PurchaseFixture;
let openid: OpenIdApi;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openPurchaseFixture({
    LATCHKEY_DATA: mailbox.folder,
    BASE_URL: ISSUER,
    MAIL_PER_ADDRESS_PER_HOUR: '3',
    ...NO_SIGN_IN_LIMITS,
  });
  openid = await serveOpenId(fixture.api);
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

async function messagesTo(email: string): Promise<Message[]> {
  await fixture.settled();
  return (await mailbox.messages()).filter(({ to }) => to === email);
}

/** Another user of the organization, who has just signed in. */
async function colleague(role: 'owner' | 'admin') {
  const user = await seedUser(fixture.api);
  await fixture.api.app.get(CommandBus).execute(new SetMemberRole({ id: fixture.ours.organization.id }, user.id, role));
  return { ...user, call: callAs(fixture.api, await seedUserSession(fixture.api, user.id)) };
}

describe('a new access token', () => {
  test('is mailed to its user, with what it may do and from where it was made, without the token', async () => {
    const { email, call } = await colleague('admin');
    const body = { comment: 'Laptop', scopes: ['products:read', 'files:read'], expires_in: 'P1D' };
    const { token, personal_access_token: made } = (await call('POST', '/v1/personal-access-tokens/', body)).body;
    const [message, ...others] = await messagesTo(email);
    expect([message!.subject, message!.from, others]).toEqual(['A new access token', 'Latchkey <latchkey@localhost>', []]);
    expect(message!.text).toMatch(
      new RegExp(`${email} made a personal access token of your account, on ${TIME}, from the address 127\\.0\\.0\\.1:`),
    );
    for (const part of ['“Laptop”', 'products:read, files:read', `It expires on ${Number(made.expires_at.slice(8, 10))} `]) {
      expect(message!.text).toContain(part);
    }
    expect(message!.raw).not.toContain(token);
    const path = `/v1/personal-access-tokens/${made.id}`;
    await call('PATCH', path, { scopes: ['products:read'] });
    expect(await messagesTo(email)).toHaveLength(1);
    await call('PATCH', path, { scopes: ['products:read', 'orders:read'] });
    const [, widened] = await messagesTo(email);
    expect([widened!.subject, widened!.text]).toEqual([
      'An access token has more scopes',
      expect.stringContaining('Scopes: products:read, orders:read'),
    ]);
  });

  test('of an organization is mailed to its owners as well, to each once', async () => {
    const [admin, owner, bystander] = [await colleague('admin'), await colleague('owner'), await colleague('admin')];
    const { id: organization_id } = fixture.ours.organization;
    for (const { call } of [admin, owner]) {
      await call('POST', '/v1/organization-access-tokens/', { organization_id, comment: 'CI', scopes: [], expires_in: null });
    }
    expect(await messagesTo(bystander.email)).toEqual([]);
    expect(await messagesTo(admin.email)).toMatchObject([{ from: 'Acme <latchkey@localhost>' }]);
    const messages = await messagesTo(owner.email);
    const makers = messages.map(({ text }) => /(\S+) made an access token of Acme[^]*It does not expire\./.exec(text)?.[1]);
    expect(makers.toSorted()).toEqual([admin.email, owner.email].toSorted());
  });

  test('is mailed to nobody if the operator makes it', async () => {
    const { id, email } = await colleague('admin');
    const attributes = { comment: 'x', scopes: [], within: [], lifetime: null, latestExpiry: null };
    await fixture.api.app.get(CommandBus).execute(new IssueAccessToken({ userId: id }, attributes));
    expect(await messagesTo(email)).toEqual([]);
  });
});

describe('an application', () => {
  /** A browser in which the user signed in `minutesAgo`, at the question of an application. */
  async function atConsent(user: { readonly id: string }, minutesAgo: number): Promise<PlainBrowser> {
    const browser = new PlainBrowser(openid);
    browser.setCookie('latchkey_session', await seedUserSession(fixture.api, user.id, minutesAgo));
    await browser.open((await beginSignIn(await openid.application(), { scope: 'openid license_keys:read' })).url);
    return browser;
  }

  test('that may act for a user is mailed to them', async () => {
    const user = await colleague('admin');
    const browser = await atConsent(user, 1);
    await browser.press('allow', { organization: fixture.ours.organization.id });
    const [message, ...others] = await messagesTo(user.email);
    expect([message!.subject, others]).toEqual(['An application may act for you', []]);
    expect(message!.text).toMatch(
      new RegExp(`You allowed “Acme Reports” to act for you, on ${TIME}, from the address 127\\.0\\.0\\.1\\.`),
    );
    for (const part of ['Know who you are, See license keys.', 'In these organizations: Acme', '/console'])
      expect(message!.text).toContain(part);
  });
});

describe('wrong second factors', () => {
  test('are mailed to the user once before they are blocked', async () => {
    const user = await seedUser(fixture.api);
    const { second_factor_token: token } = await seedUserCredentials(fixture.api, {
      user,
      organization: fixture.ours.organization,
    });
    const tryWrong = () => callAs(fixture.api)('POST', '/v1/users/sign-in/second-factor', { token, recovery_code: 'wrong' });
    for (let tries = 0; tries < 4; tries++) expect((await tryWrong()).status).toBe(401);
    expect(await messagesTo(user.email)).toEqual([]);
    await tryWrong();
    const [message, ...others] = await messagesTo(user.email);
    expect([message!.subject, others]).toEqual(['Wrong codes for your account', []]);
    expect(message!.text).toContain('after they had proved the first');
    await tryWrong();
    expect(await messagesTo(user.email)).toHaveLength(1);
  });
});

test('the limits of mail apply to both', async () => {
  const { id, email } = await seedUser(fixture.api);
  const [occurredAt, aggregateId] = [new Date(), id];
  const scopes = { comment: 'x', scopes: [], expires_at: null, user_id: id, address: null };
  const router = eventRouter(fixture.api.app.get(CommandBus));
  const tokens = router.subscriber('ReportTokenWhenAccessTokenGranted')!;
  const credentials = router.subscriber('ReportChangeWhenUserCredentialsChanged')!;
  const about = { aggregateId, organizationId: NO_ORGANIZATION, occurredAt };
  const report = {
    tokens: () => tokens.handle({ ...about, payload: { change: 'created', ...scopes } } as never),
    credentials: () => credentials.handle({ ...about, payload: { change: 'second_factor_wrong' } } as never),
  };
  for (const send of Object.values(report)) {
    for (let n = 0; n < 3; n++) await send();
    await expect(send()).rejects.toThrow(TooManyRequests);
  }
  expect(await messagesTo(email)).toHaveLength(6);
});
