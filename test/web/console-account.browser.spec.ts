import { CommandBus } from '@nestjs/cqrs';
import type { Browser, Page } from 'playwright-core';
import { IssueOAuthToken, RegisterClient } from '#oauth';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, openPage, screenshot, type WatchedPage } from '../support/browser.ts';
import { callAs } from '../support/call.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { problemsOfPages } from '../support/looks.ts';
import { seedUser, seedUserSession, seedUserSignInCode, totpOf } from '../support/seed-user.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

/** Passkeys belong to the host name of the base URL, so browsers have to find the API there. */
const ORIGIN = 'http://localhost';
const PASSWORD = 'correct horse battery staple';

let api: TestApi;
let ours: SeededOrganization;
let theirs: SeededOrganization;
let browser: Browser;
let session: ConsoleSession;
let account: string;
beforeAll(async () => {
  api = await startApi({ ...NO_SIGN_IN_LIMITS, BASE_URL: ORIGIN });
  [ours, theirs] = await Promise.all([seedOrganization(api, { name: 'Acme' }), seedOrganization(api, { name: 'Northwind' })]);
  const { port } = new URL(await listen(api));
  browser = await launchBrowser([`--host-resolver-rules=MAP localhost:80 127.0.0.1:${port}`]);
  session = await openConsoleSession(api, browser, ORIGIN, ours.organization, 'finance');
  account = `/console/${ours.organization.slug}/account`;
});
afterAll(async () => {
  await browser?.close();
  await api?.close();
});

/** Opens the page about the user in a window. */
const openAccount = (): Promise<WatchedPage> => session.signedIn(account);

const card = (page: Page, title: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) });

/** Closes the window; returns what was wrong in it. */
async function close({ page, problems }: WatchedPage): Promise<readonly string[]> {
  const found = [...(await accessibilityProblems(page)), ...problems];
  await page.close();
  return found;
}

test('the page is accessible and breaks no rule in every look', async () => {
  const pages = [['account', account, 'This session']] as const;
  const complete = (page: Page, text: string) => page.getByText(text);
  expect(await problemsOfPages(await session.newWindow(), 'console', pages, complete)).toEqual([]);
});

test('a password is set and signs in; the address that was typed stays when the way to sign in changes', async () => {
  const watched = await openAccount();
  const { page } = watched;
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.locator('input[name=password]:focus').waitFor();
  await page.keyboard.type('too short');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').waitFor();
  await screenshot(page, 'console-account-password');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Change the password' }).waitFor();

  const { page: other, problems, context } = await openPage(browser, ORIGIN);
  await other.goto('/console/sign-in');
  await other.getByLabel('E-mail address').fill(session.user.email);
  await other.getByRole('button', { name: 'Sign in with a password' }).click();
  await other.locator('input[name=password]:focus').waitFor();
  expect(await other.getByLabel('E-mail address').inputValue()).toBe(session.user.email);
  await other.getByRole('button', { name: 'Sign in with a code' }).click();
  await other.getByRole('button', { name: 'Send me a code' }).waitFor();
  expect(await other.getByLabel('E-mail address').inputValue()).toBe(session.user.email);
  await other.getByRole('button', { name: 'Sign in with a password' }).click();
  await other.locator('input[name=password]').fill(PASSWORD);
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();

  await card(page, 'Password').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Set a password' }).waitFor();
  expect(await close(watched)).toEqual([]);
});

test('an authenticator app is set up; a recovery code takes its place', async () => {
  const watched = await openAccount();
  const { page } = watched;
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await page.locator('input[name=code]:focus').waitFor();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.getByText('This code is wrong.').waitFor();
  await screenshot(page, 'console-account-second-factor');
  expect(await accessibilityProblems(page)).toEqual([]);
  const secret = (await page.locator('.secret code').innerText()).replaceAll(' ', '');
  await page.locator('input[name=code]').fill(totpOf(hexOf(secret)));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toBe('latchkey-recovery-codes.txt');
  await screenshot(page, 'console-account-recovery-codes');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have stored them' }).click();

  const { page: other, context } = await openPage(browser, ORIGIN);
  await other.goto('/console/sign-in');
  await other.getByLabel('E-mail address').fill(session.user.email);
  await other.keyboard.press('Enter');
  await other.getByLabel('Code').fill(await seedUserSignInCode(api, session.user));
  await other.keyboard.press('Enter');
  await other.getByLabel('Code of the app, or recovery code').fill(codes[0]!);
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'Overview' }).waitFor();
  await context.close();

  await page.reload();
  await page.getByText('Recovery codes that are left: 9.').waitFor();
  await card(page, 'Second factor').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
  expect(await close(watched)).toEqual([]);
});

test('a passkey is added, signs in by the button and in the field for the address, and is removed', async () => {
  const watched = await openPage(browser, ORIGIN);
  const { page } = watched;
  await addAuthenticator(page);
  await session.enter(page);
  await page.goto(account);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  await screenshot(page, 'console-account-passkeys');

  // In a browser in which no passkey was used, the page waits until somebody asks for one.
  await page.evaluate(`localStorage.removeItem('latchkey.passkey')`);
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  // From now on the browser offers it in the field; this one chooses it at once.
  await signOut(page);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();

  await page.goto(account);
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor({ state: 'detached' });
  expect(await close(watched)).toEqual([]);
});

test('sessions elsewhere are listed and ended', async () => {
  const [first] = await Promise.all([seedUserSession(api, session.user.id), seedUserSession(api, session.user.id)]);
  const made = await callAs(api, first)('POST', '/v1/personal-access-tokens/', { comment: 'CI', scopes: ['user:read'] });
  const personal: string = made.body.token;
  const watched = await session.signedIn();
  const { page } = watched;
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  const table = page.getByRole('table', { name: 'Where you are signed in' });
  await table.getByRole('button', { name: 'End', exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('Delete my personal access tokens as well').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are signed out everywhere else.').waitFor();
  await table.getByRole('button', { name: 'End', exact: true }).first().waitFor({ state: 'detached' });
  expect(await table.getByText('This session').count()).toBe(1);
  for (const token of [first, personal]) expect((await callAs(api, token)('GET', '/v1/users/me')).status).toBe(401);
  expect(await close(watched)).toEqual([]);
});

test('applications that the user allowed are listed with what they may do, and end after a question', async () => {
  const bus = api.app.get(CommandBus);
  const about = {
    client_name: 'Acme Reports',
    client_uri: 'https://reports.example/',
    redirect_uris: ['https://reports.example/'],
  };
  await bus.execute(new RegisterClient('acme-reports', null, about));
  const token = await bus.execute(
    new IssueOAuthToken({
      clientId: 'acme-reports',
      userId: session.user.id,
      scopes: ['openid', 'email', 'license_keys:read', 'orders:read', 'orders:write'],
      organizationIds: [ours.organization.id],
      lifetimeMs: 86_400_000,
    }),
  );
  const status = async () => (await callAs(api, token)('GET', '/v1/license-keys/')).status;
  expect(await status()).toBe(200);
  const watched = await openAccount();
  const { page } = watched;
  const row = page.getByRole('row', { name: /Acme Reports/ });
  await row.getByText('Knows: who you are, your e-mail address').waitFor();
  await row.getByText('Reads: License keys, Orders').waitFor();
  await row.getByText('Changes: Orders').waitFor();
  await row.getByText('Only in Acme').waitFor();
  await screenshot(page, 'console-account-authorizations');
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole('button', { name: 'End Acme Reports' }).click();
  await page.getByRole('alertdialog').getByText('are refused from its next request on').waitFor();
  expect(await status()).toBe(200);
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
  await page.getByText('No application acts for you.').waitFor();
  expect(await status()).toBe(401);
  expect(await close(watched)).toEqual([]);
});

test('invitations are accepted, also by somebody who belongs to no organization yet', async () => {
  const owner = callAs(api, theirs.user_session);
  const newcomer = await seedUser(api);
  for (const { email } of [session.user, newcomer]) {
    const answer = await owner('POST', `/v1/organizations/${theirs.organization.id}/invitations`, { email, role: 'member' });
    expect(answer.status).toBe(201);
  }
  const watched = await openAccount();
  await screenshot(watched.page, 'console-account-invitation');
  await watched.page.getByRole('button', { name: 'Accept Northwind' }).click();
  await watched.page.getByText('You belong to Northwind now.').waitFor();
  expect(await close(watched)).toEqual([]);

  const { page, context, problems } = await openPage(browser, ORIGIN);
  await page.goto('/console');
  await page.getByLabel('E-mail address').fill(newcomer.email);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code').fill(await seedUserSignInCode(api, newcomer));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You belong to no organization yet' }).waitFor();
  await page.getByRole('button', { name: 'Accept Northwind' }).waitFor();
  await screenshot(page, 'console-home-invitation');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept Northwind' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/console\/sign-in/);
}

/** An authenticator that is part of the computer and recognizes its owner at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Authenticator apps write secrets in base32. */
function hexOf(base32: string): string {
  const bits = [...base32]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return bits
    .match(/.{8}/g)!
    .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0'))
    .join('');
}
