import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../support/accessibility.ts';
import { NARROW, openPage, screenshot } from '../support/browser.ts';
import { callAs } from '../support/call.ts';
import { type ListedPage, problemsNow, problemsOfPages } from '../support/looks.ts';
import { openPortalPages, type PortalPagesFixture } from '../support/portal-pages-fixture.ts';
import { ROOT } from '../support/processes.ts';

let fixture: PortalPagesFixture;
beforeAll(async () => {
  fixture = await openPortalPages();
});
afterAll(() => fixture.close());

const shown = (page: Page, text: string) => page.getByText(text).first();
const problemsOf = (watched: Parameters<typeof problemsOfPages>[0], pages: readonly ListedPage[]): Promise<string[]> => {
  const at = pages.map(([name, path, text]) => [name, fixture.base + path, text] as const);
  return problemsOfPages(watched, 'portal', at, shown);
};

test('the page of downloads shows the version of the license for this platform first, and what is not included with the reason', async () => {
  const { page, problems } = await fixture.signedIn(fixture.ada.id, { locale: 'de-DE' });
  await page.goto(`${fixture.base}/downloads`);
  const newest = page.getByRole('region', { name: 'Neueste Version Ihrer Lizenz' });
  await newest.getByText('Öffnet große Dateien schneller.').waitFor();
  expect(await newest.getByRole('heading', { level: 4 }).allInnerTexts()).toEqual(['Linux (dieses Gerät)', 'Windows', 'macOS']);
  expect(await page.getByRole('region', { name: 'Nicht in Ihrer Lizenz enthalten' }).innerText()).toMatch(
    /4\.0\.0-beta\.1[^]*schließt den Kanal Beta nicht ein/,
  );
  const address = await newest.getByRole('link', { name: /^Herunterladen acme-3\.2\.0\.AppImage/ }).getAttribute('href');
  // The service calls itself by another address than the one at which the test listens.
  const { pathname, search } = new URL(address!);
  const response = await fetch(`${fixture.origin}${pathname}${search}`);
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('acme-3.2.0.AppImage'),
  ]);
  expect(problems).toEqual([]);
  await page.close();
});

describe('in every look,', () => {
  test('every page of a customer is accessible and asks only this origin', async () => {
    const pages: readonly ListedPage[] = [
      ['keys', '', 'Acme Render'],
      ['purchases', '/purchases', 'Paid'],
      ['downloads', '/downloads', 'acme-studio-3.2.txt'],
      ['usage', '/usage', '3,180'],
      ['billing', '/billing', 'Download my data'],
    ];
    expect(await problemsOf(await fixture.signedIn(fixture.ada.id), pages)).toEqual([]);
  });

  test('so is the page of a team', async () => {
    expect(await problemsOf(await fixture.signedIn(fixture.grace.id), [['team', '/team', 'claire@example.com']])).toEqual([]);
  });

  test('so is every page without a session', async () => {
    const invitation = (await fixture.invitation()).slice(fixture.base.length);
    const signIn: ListedPage = ['sign-in', '/sign-in', 'Send me a code'];
    expect(await problemsOf(await openPage(fixture.browser, fixture.origin), [signIn])).toEqual([]);
    const pages: readonly ListedPage[] = [
      ['claim', invitation, 'Take the seat'],
      ['link', '/email-update', 'This link does not work any more'],
      ['nowhere', '/nowhere', 'There is no such page'],
    ];
    expect(await problemsOf(await openPage(fixture.browser, fixture.origin), pages)).toEqual([]);
  });
});

test('German, and other choices, are kept', async () => {
  const window = await fixture.signedIn(fixture.ada.id, { locale: 'de-DE', viewport: NARROW });
  await window.page.goto(`${fixture.base}/purchases`);
  await window.page.getByText('Bestellungen').first().waitFor();
  expect([...(await problemsNow(window.page, 'portal-german')), ...window.problems]).toEqual([]);
  await window.page.getByRole('button', { name: 'Darstellung, Sprache' }).click();
  await window.page.getByRole('menuitemradio', { name: 'Dunkel' }).click();
  expect(await window.page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
  await window.page.getByRole('button', { name: 'Darstellung, Sprache' }).click();
  await window.page.getByRole('menuitemradio', { name: 'English' }).click();
  await window.page.reload();
  await window.page.getByRole('heading', { name: 'Orders' }).waitFor();
  expect(await window.page.evaluate('[document.documentElement.lang, document.documentElement.dataset.theme]')).toEqual([
    'en',
    'dark',
  ]);
  await window.context.close();
});

test('Arabic begins on the right, and keys and addresses within it on the left', async () => {
  const window = await fixture.signedIn(fixture.ada.id, { locale: 'ar-EG' });
  const { page, refused } = window;
  await page.getByRole('heading', { name: 'مفاتيح الترخيص', level: 1 }).waitFor();
  await page.getByText('الأجهزة: 4 من 10').waitFor();
  expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual(['ar', 'rtl']);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('.secret code')).direction`)).toBe('ltr');
  const [seller, account] = [page.locator('.seller'), page.getByRole('button', { name: /^الحساب: / })];
  expect((await account.boundingBox())!.x).toBeLessThan((await seller.boundingBox())!.x);
  expect(refused).toEqual([]);
  const at = (name: string, path: string, text: string): ListedPage => [`arabic-${name}`, fixture.base + path, text];
  const pages = [at('usage', '/usage', '3,180'), at('purchases', '/purchases', 'مدفوع'), at('keys', '', 'Acme Render')];
  expect(await problemsOfPages(window, 'portal', pages, shown)).toEqual([]);
  const signIn = await openPage(fixture.browser, fixture.origin, { locale: 'ar-SA', viewport: NARROW });
  await signIn.page.goto(`${fixture.base}/sign-in`);
  await signIn.page.getByRole('button', { name: 'أرسل لي رمزًا' }).waitFor();
  expect([...(await problemsNow(signIn.page, 'portal-arabic-sign-in')), ...signIn.problems]).toEqual([]);
  await Promise.all([window.context.close(), signIn.context.close()]);
});

test('the color of the seller', async () => {
  const { seller, ours } = fixture;
  const branding = `/v1/organizations/${ours.organization.id}/branding`;
  expect((await seller('PATCH', branding, { accent_color: '#0d9488' })).status).toBe(200);
  const window = await fixture.signedIn(fixture.ada.id, { colorScheme: 'dark' });
  await window.page.getByText('Acme Render').first().waitFor();
  expect([...(await problemsNow(window.page, 'portal-brand-dark')), ...window.problems]).toEqual([]);
  expect(await window.page.evaluate(`document.documentElement.style.getPropertyValue('--brand-ink')`)).toBe('#000000');
  expect((await seller('PATCH', branding, { accent_color: null })).status).toBe(200);
  await window.context.close();
});

test('an address without a seller says so', async () => {
  const { page, problems, context } = await openPage(fixture.browser, fixture.origin);
  await page.goto('/portal/nobody-is-called-like-this');
  await page.getByRole('heading', { name: 'There is no portal here' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('what has to be loaded for the first page is small', async () => {
  const { page, context } = await openPage(fixture.browser, fixture.origin);
  const scripts: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(pathname);
  });
  await page.goto(`${fixture.base}/sign-in`);
  await page.getByRole('button', { name: 'Send me a code' }).waitFor();
  const sizes = scripts.map((path) => readFileSync(join(ROOT, 'dist/web', `${path}.gz`)).length);
  expect(scripts.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(121_000);
  await context.close();
});

describe('somebody of the seller who looks at the portal', () => {
  const viewing = async (role: 'support' | 'member', body: object, options: Parameters<typeof openPage>[2] = {}) => {
    const seller = callAs(fixture.api, await fixture.ours.tokenAs(role));
    const session = await seller('POST', `/v1/customers/${fixture.ada.id}/viewing-sessions`, body);
    const { pathname, search } = new URL(session.body.customer_portal_url);
    const window = await openPage(fixture.browser, fixture.origin, options);
    await window.page.goto(pathname + search);
    return { ...window, viewer: session.body.viewer.name as string };
  };

  test.each([
    [
      'en',
      {},
      'is looking at this portal as the customer sees it. Nothing can be changed here. Purchases are not shown.',
      'License keys',
    ],
    [
      'de',
      { locale: 'de-DE' },
      'sieht dieses Portal, wie der Kunde es sieht. Hier lässt sich nichts ändern. Käufe werden nicht angezeigt.',
      'Lizenzschlüssel',
    ],
  ] as const)(
    'is named, changes nothing, and with the role support sees no purchases, in %s',
    async (language, options, sentence, keys) => {
      const { page, problems, viewer } = await viewing('support', {}, options);
      await page.getByText(`${viewer} ${sentence}`).waitFor();
      await page.getByText('MacBook Pro').waitFor();
      await screenshot(page, `portal-viewer-${language}`);
      const tabs = await page.getByRole('navigation').getByRole('link').allInnerTexts();
      expect(tabs[0]).toBe(keys);
      expect(tabs.some((name) => /Purchases|Käufe/.test(name))).toBe(false);
      expect(await page.getByRole('button', { name: /Remove|Entfernen|Replace|Ersetzen/ }).count()).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.goto(`${fixture.base}/billing`);
      await page.getByText(`${viewer} ${sentence}`).waitFor();
      expect(await page.getByRole('link', { name: /Download my data|herunterladen/ }).count()).toBe(0);
      await screenshot(page, `portal-viewer-billing-${language}`);
      expect(problems).toEqual([]);
      await page.close();
    },
  );

  test('is named when acting for the customer, too', async () => {
    const { page, problems, viewer } = await viewing('member', { read_only: false });
    await page.getByText(`${viewer} is acting for this customer.`).waitFor();
    await page.getByRole('link', { name: 'Purchases' }).waitFor();
    await page
      .getByRole('button', { name: /Replace/ })
      .first()
      .waitFor();
    await screenshot(page, 'portal-viewer-acting');
    expect(problems).toEqual([]);
    await page.close();
  });
});
