import { EntityManager } from '@mikro-orm/postgresql';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { launchBrowser, listen, openPage } from '../support/browser.ts';
import { type ConsoleSession, openConsoleSession } from '../support/console-session.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { type ListedPage, problemsOfPages } from '../support/looks.ts';
import { seedConnection, seedDomain } from '../support/seed-single-sign-on.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';

/** A browser starts on a busy machine. */
import.meta.jest.setTimeout(240_000);

const DOMAIN = 'acme-console.example.com';

let fixture: LicenseFixture;
let provider: SimulatedProvider;
let browser: Browser;
let origin: string;
let session: ConsoleSession;
let settings: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  provider = await SimulatedProvider.open();
  const { api, ours } = fixture;
  await seedConnection(api, ours.organization.id, provider);
  await seedDomain(api, ours.organization.id, DOMAIN);
  settings = `/console/${ours.organization.slug}/settings/single-sign-on`;
  browser = await launchBrowser();
  origin = await listen(api);
  session = await openConsoleSession(api, browser, origin, ours.organization);
});
afterAll(async () => {
  await browser?.close();
  await fixture?.close();
  await provider?.close();
});

/** Answers in place of the provider's pages: with what it says about somebody, or with this query. */
async function providerAnswers(page: Page, query?: string): Promise<void> {
  await page.route(`${provider.issuer}/authorize?*`, async (route) => {
    const claims = { sub: 'ada', email: `ada@${DOMAIN}`, email_verified: true };
    const result = query ?? new URLSearchParams(provider.recognize(route.request().url(), { claims })).toString();
    await route.fulfill({ status: 303, headers: { location: `${origin}/single-sign-on/callback?${result}` } });
  });
}

async function begin(page: Page, email: string): Promise<void> {
  await page.goto('/console');
  await page.getByRole('button', { name: 'Sign in with single sign-on' }).click();
  await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await page.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
}

test('both pages are accessible and break no rule in every look', async () => {
  const pages: readonly ListedPage[] = [
    ['single-sign-on-settings', settings, DOMAIN],
    ['single-sign-on', '/console/sign-in/single-sign-on', 'Single sign-on'],
  ];
  const complete = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
  expect(await problemsOfPages(await session.newWindow(), 'console', pages, complete)).toEqual([]);
});

test('somebody signs in through the provider and lands in the console; the result leaves the address', async () => {
  const { page, context } = await openPage(browser, origin);
  await providerAnswers(page);
  await begin(page, `ada@${DOMAIN}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).not.toContain('code=');
  expect(await page.evaluate('document.cookie')).toBe('');
  await context.close();
});

test('what does not work is said in words', async () => {
  const { page, context } = await openPage(browser, origin);
  await begin(page, 'ada@elsewhere.example.com');
  await page.getByText('No organization uses single sign-on for this address.').waitFor();
  await providerAnswers(page, 'error=access_denied&state=x');
  await begin(page, `ada@${DOMAIN}`);
  await page.getByText('did not sign you in').waitFor();
  await page.unroute(`${provider.issuer}/authorize?*`);
  await providerAnswers(page, 'code=planted&state=of-somebody-else');
  await begin(page, `ada@${DOMAIN}`);
  await page.getByText('This sign-in does not work').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.close();
});

test('an admin saves the provider and adds a domain; what is wrong is shown at its field', async () => {
  const { page, problems } = await session.signedIn(settings);
  await page.getByLabel('Issuer').fill('https://10.0.0.1');
  await page.getByLabel('Client secret').fill(provider.secret);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('the issuer has to be an https address').waitFor();
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Owners cannot sign in through the provider').waitFor();
  await page.getByRole('button', { name: 'Add a domain' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Domain').fill('gmail.com');
  await page.keyboard.press('Enter');
  await dialog.getByText('Everybody can have an address at this domain.').waitFor();
  await dialog.getByLabel('Domain').fill('beta-console.example.com');
  await page.keyboard.press('Enter');
  await page.getByText('beta-console.example.com', { exact: true }).waitFor();
  await page.getByText('Not verified').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await page.close();
});

test('an organization that requires single sign-on is listed, and leads to its provider; that session is not for the account', async () => {
  const { api, ours } = fixture;
  const enforce = (isOn: boolean) =>
    api.app
      .get(EntityManager)
      .fork()
      .execute('update organizations.organizations set sso_enforced = ? where id = ?', [isOn, ours.organization.id]);
  await enforce(true);
  try {
    const { page } = await session.signedIn('/console');
    await page.getByRole('heading', { name: 'requires single sign-on' }).waitFor();
    await page.getByRole('button', { name: /^Organization:/ }).click();
    await page.getByRole('menuitemradio', { name: '(single sign-on)' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.close();

    const { page: other, context } = await openPage(browser, origin);
    await providerAnswers(other);
    await begin(other, `ada@${DOMAIN}`);
    await other.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.goto(`/console/${ours.organization.slug}/account`);
    await other.getByRole('heading', { name: 'You signed in through the provider of your organization' }).waitFor();
    expect(await accessibilityProblems(other)).toEqual([]);
    await other.getByRole('button', { name: /^Account:/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  } finally {
    await enforce(false);
  }
});
