import { LANGUAGES } from '#support/languages';
import { mailTemplates, type Sender } from '#support/mails';
import { render } from '#platform/mail';
import { contexts } from '../../apps/contexts.ts';

const SENDER: Sender = {
  name: 'Smith & Söhne <Tools>',
  logoUrl: 'https://example.com/logo.png',
  color: '#0f766e',
  language: null,
  timeZone: 'Europe/Berlin',
  organizationId: null,
  sandboxId: null,
};

/** Suites share a process, and that of the platform has a template of its own. */
const mails = mailTemplates().filter(({ name }) => name !== 'of_this_spec');
const every = mails.flatMap((template) =>
  LANGUAGES.map((language) => ({ template, language, email: template.preview(SENDER, language) })),
);

const TAGS = new Set(['html', 'head', 'meta', 'title', 'style', 'body', 'table', 'tr', 'td', 'p', 'span', 'a', 'img', 'br']);

/** What clients for mail do not display, or not alike. */
function problemsOf(html: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  const tags = [...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag!);
  return [
    ...tags.filter((tag) => !TAGS.has(tag)).map((tag) => `element ${tag}`),
    ...[...body.matchAll(/position:|float:|display:(?:flex|grid)|@import|url\(|\son[a-z]+=/g)].map(([found]) => found),
    ...[...body.matchAll(/<img(?![^>]* alt="[^"]+")[^>]*>/g)].map(([found]) => `no text for ${found}`),
    ...[...body.matchAll(/<table(?![^>]* role="presentation")[^>]*>/g)].map(([found]) => `no layout ${found}`),
    ...[...body.matchAll(/href="(?!https?:\/\/)[^"]*"/g)].map(([found]) => `not absolute ${found}`),
    ...[...body.matchAll(/width(?:="|:)(\d+)(?:px|")/g)]
      .filter(([, width]) => Number(width) > 600)
      .map(([found]) => `wide ${found}`),
    ...(html.includes('@media (prefers-color-scheme:dark)') && html.includes('name="color-scheme"') ? [] : ['no dark mode']),
  ];
}

test.each(every)('$template.name in $language is displayed by clients for mail', ({ template, language, email }) => {
  const { html, text } = render(email);
  expect(problemsOf(html)).toEqual([]);
  expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
  const links = email.parts.flatMap((part) => (typeof part === 'object' && 'link' in part ? [part.link] : []));
  expect(links.filter((link) => !text.includes(link))).toEqual([]);
  expect([...html.matchAll(/<a href/g)]).toHaveLength(links.length);
  expect(`${email.subject}${text}`).not.toMatch(/undefined|\[object|Invalid Date|NaN/);
  expect(html.includes('<img')).toBe(template.layout === 'branded');
});

test.each(mails)('$name is translated', (template) => {
  const [en, ...others] = LANGUAGES.map((language) => template.preview(SENDER, language));
  expect(new Set([en!.subject, ...others.map(({ subject }) => subject)]).size).toBe(LANGUAGES.length);
  // What the seller wrote is an address in the sample.
  const ofWords = (part: (typeof en & object)['parts'][number]): boolean =>
    typeof part === 'string' && part !== en!.from && !URL.canParse(part);
  const english = new Set(en!.parts.filter(ofWords));
  expect(others.flatMap(({ parts }) => parts.filter((part) => ofWords(part) && english.has(part)))).toEqual([]);
  // After the greeting, English goes on with a capital letter; a sample may begin with an address.
  expect(en!.parts[1]).toMatch(/^(?:[A-Z0-9]|\S+@)/);
});

// A code is entered where somebody signs in already, and its mail must not teach to follow links.
test.each(mails.filter(({ name, layout }) => layout === 'plain' && name !== 'user_sign_in_code'))(
  '$name, to users of the console, leads there',
  (template) => {
    expect(template.preview(SENDER, null).parts).toContainEqual({
      link: expect.stringMatching(/^https:\/\/[^/]+\/console(\/|$)/),
      label: expect.any(String),
    });
  },
);

test('every context was loaded', () => {
  expect(contexts.length).toBeGreaterThan(0);
  expect(mails.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['license_key', 'seat_invitation', 'sign_in_code', 'user_sign_in_code', 'webhook_endpoint_disabled']),
  );
});

test('the check finds what clients for mail do not display', () => {
  const page = `<body><script></script><div style="display:flex;position:fixed"></div><img src="x"><a href="/x">x</a><table width="700"></table>`;
  expect(problemsOf(page)).toEqual([
    'element script',
    'element div',
    'display:flex',
    'position:',
    'no text for <img src="x">',
    'no layout <table width="700">',
    'not absolute href="/x"',
    'wide width="700"',
    'no dark mode',
  ]);
});
