import { randomUUID } from 'node:crypto';
import { type Call, callAs } from '../support/call.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
let url: string;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.pat);
  url = `/v1/organizations/${ours.organization.id}/mail-texts`;
});
afterAll(() => api.close());

const BODY = 'Hello,\n\nthank you for {{product}} <b>&</b>:\n\n{{key}}\n\n{{downloads_link}}\n\n{{seller}}';
const TEXT = { subject: 'Your key for {{product}}', body: BODY };

const textOf = async (mail: string, language: string) =>
  (await call('GET', url)).body.items.find(
    (each: { mail: string; language: string }) => each.mail === mail && each.language === language,
  );

test('a text is set, listed, used in previews, told by the audit log and reset', async () => {
  expect(await textOf('license_key', 'en')).toEqual({
    mail: 'license_key',
    language: 'en',
    placeholders: ['seller', 'product', 'benefit', 'key', 'expires_on', 'first_steps', 'portal_link', 'downloads_link'],
    required_placeholders: ['key'],
    subject: null,
    body: null,
    default: {
      subject: 'Your license key for {{product}} from {{seller}}',
      body: expect.stringMatching(/^Hello,\n\n.*\n\n{{key}}\n\nIt is valid until {{expires_on}}\..*\n\n{{seller}}$/s),
    },
    modified_at: null,
  });
  expect((await call('PUT', `${url}/license_key/en`, TEXT)).status).toBe(204);
  expect(await textOf('license_key', 'en')).toMatchObject({ ...TEXT, modified_at: expect.any(String) });
  expect(await textOf('license_key', 'de')).toMatchObject({ subject: null, body: null });

  const previews = await call('GET', `/v1/organizations/${ours.organization.id}/mail-previews?locale=en`);
  const preview = previews.body.items.find(({ mail }: { mail: string }) => mail === 'license_key');
  expect(preview.subject).toBe('Your key for Editor Pro');
  expect(preview.text).toMatch(/^Hello,\n\nthank you for Editor Pro <b>&<\/b>:\n\nLicense key: EDITOR-/);

  const log = await call('GET', `/v1/audit-log/?organization_id=${ours.organization.id}&resource_type=mail_text`);
  expect(log.body.items).toMatchObject([{ action: 'created', resource: { type: 'mail_text' } }]);

  expect((await call('DELETE', `${url}/license_key/en`)).status).toBe(204);
  expect((await call('DELETE', `${url}/license_key/en`)).status).toBe(204);
  expect(await textOf('license_key', 'en')).toMatchObject({ subject: null, body: null, modified_at: null });
});

test('a mail stays as it was when the text of the service is set as it is', async () => {
  const { items } = (await call('GET', url)).body;
  const texts = items as { mail: string; language: string; default: typeof TEXT }[];
  expect([...new Set(texts.map(({ mail }) => mail))]).toHaveLength(5);
  const shown = async (language: string) =>
    (await call('GET', `/v1/organizations/${ours.organization.id}/mail-previews?locale=${language}`)).body.items;
  const before = [await shown('en'), await shown('de')];
  for (const { mail, language, default: wording } of texts)
    expect((await call('PUT', `${url}/${mail}/${language}`, wording)).status).toBe(204);
  expect([await shown('en'), await shown('de')]).toEqual(before);
  for (const { mail, language } of texts) await call('DELETE', `${url}/${mail}/${language}`);
});

test('a preview shows the text with sample data, escaped, and stores nothing', async () => {
  const { status, body } = await call('POST', `${url}/preview`, { mail: 'license_key', language: 'de', ...TEXT });
  expect(status).toBe(200);
  expect(body.subject).toBe('Your key for Editor Pro');
  expect(body.text).toContain('Ihre Downloads: https://licenses.example.com/portal/acme/downloads');
  expect(body.html).toContain('Editor Pro &lt;b&gt;&amp;&lt;/b&gt;:');
  expect(await textOf('license_key', 'de')).toMatchObject({ subject: null });
});

test.each([
  [
    'an unknown placeholder',
    { ...TEXT, subject: 'For {{name}}' },
    'Known are {{seller}}, {{product}}, {{benefit}}, {{expires_on}}.',
  ],
  ['a key in the subject', { ...TEXT, subject: '{{key}}' }, '{{key}} is not known here'],
  ['a line break in the subject', { ...TEXT, subject: 'Hi\r\nBcc: eve@example.com' }, 'line break'],
  ['no key in the body', { ...TEXT, body: 'Hello' }, '{{key}} is missing'],
  ['a subject that is too long', { ...TEXT, subject: 'x'.repeat(201) }, '200'],
  ['a body that is too long', { ...TEXT, body: `{{key}}${'x'.repeat(5000)}` }, '5000'],
  ['an unknown field', { ...TEXT, html: '<p>' }, ''],
])('%s is refused and changes nothing', async (_what, text, message) => {
  const answers = [
    await call('PUT', `${url}/license_key/en`, text),
    await call('POST', `${url}/preview`, { mail: 'license_key', language: 'en', ...text }),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(message);
  }
  expect(await textOf('license_key', 'en')).toMatchObject({ subject: null });
});

test.each(['sign_in_code', 'email_change', 'access_token', 'nothing', '__proto__'])('%s has no text to set', async (mail) => {
  expect((await call('PUT', `${url}/${mail}/en`, TEXT)).status).toBe(404);
  expect((await call('DELETE', `${url}/${mail}/en`)).status).toBe(404);
  expect((await call('POST', `${url}/preview`, { mail, language: 'en', ...TEXT })).status).toBe(404);
});

test('who may not change the organization cannot change its texts, and others do not find them', async () => {
  const support = callAs(api, await ours.tokenAs('support'));
  expect((await support('PUT', `${url}/license_key/en`, TEXT)).status).toBe(403);
  expect((await support('DELETE', `${url}/license_key/en`)).status).toBe(403);
  const other = callAs(api, (await seedOrganization(api)).pat);
  expect((await other('GET', url)).status).toBe(404);
  expect((await other('PUT', `${url}/license_key/en`, TEXT)).status).toBe(404);
  expect((await call('GET', `/v1/organizations/${randomUUID()}/mail-texts`)).status).toBe(404);
});
