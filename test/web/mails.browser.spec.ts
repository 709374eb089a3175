import type { Browser } from 'playwright-core';
import { LANGUAGES } from '#support/languages';
import { mailTemplates, type Sender } from '#support/mails';
import { render } from '#platform/mail';
import { contexts } from '../../apps/contexts.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { problemsInEveryLook } from '../support/looks.ts';
import { PIXEL } from '../support/seed-file.ts';

/** A long name, a color on which white text cannot be read, and a logo. */
const SENDER: Sender = {
  name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  logoUrl: 'https://mails.test/logo.png',
  color: '#facc15',
  language: null,
  timeZone: 'Europe/Berlin',
  organizationId: null,
  sandboxId: null,
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const MAILS = mailTemplates().filter(({ name }) => name !== 'of_this_spec');

/** Mails as documents of an origin that has the logo; what is wrong with them in any look. Saves `<group>-<mail>-<language>-<look>`. */
async function problemsOf(
  language: string,
  { group = 'mail', mails = MAILS, change = (html: string) => html } = {},
): Promise<string[]> {
  const { page, context, problems } = await openPage(browser, 'https://mails.test');
  const found: string[] = [];
  await context.route('https://mails.test/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const mail = mails.find((each) => each.name === name);
    if (!mail) return route.fulfill({ contentType: 'image/png', body: PIXEL });
    const body = change(render(mail.preview(SENDER, language)).html);
    return route.fulfill({ contentType: 'text/html', body });
  });
  for (const { name } of mails) {
    await page.goto(`/${name}`);
    found.push(...(await problemsInEveryLook(page, (look) => `${group}-${name}-${language}-${look}`)));
    const broken = await page.evaluate<string[]>(
      '[...document.images].filter((image) => !image.naturalWidth).map(({ src }) => src)',
    );
    found.push(...broken.map((src) => `${name}: no image ${src}`));
  }
  await context.close();
  return [...found, ...problems];
}

test('every context was loaded', () => {
  expect(contexts.length).toBeGreaterThan(0);
});

/** Rules for pages that a mail is not: it has neither landmarks nor headings. */
const ofPages = (problem: string): boolean => / (region|landmark-one-main|page-has-heading-one): /.test(problem);

test.each(LANGUAGES)('every mail in %s can be read in any look, and is no wider than the window', async (language) => {
  expect((await problemsOf(language)).filter((problem) => !ofPages(problem))).toEqual([]);
});

test('text that cannot be read and what is too wide are found', async () => {
  const change = (html: string): string =>
    html.replaceAll('.text{color:#eceef2!important}', '').replace('<body', '<style>td{min-width:500px}</style><body');
  const problems = await problemsOf('en', {
    group: 'planted',
    mails: MAILS.filter(({ name }) => name === 'license_key'),
    change,
  });
  expect(problems.join()).toContain('planted-license_key-en-narrow: wider than the window');
  expect(problems.join()).toContain('planted-license_key-en-dark: color-contrast');
});
