import { CommandBus } from '@nestjs/cqrs';
import { SetOrganizationStatus } from '#organizations';
import { startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { seedOrganization } from '../support/seed.ts';

const api = await startApi();
const [ours, theirs] = await Promise.all([seedOrganization(api), seedOrganization(api)]);
afterAll(() => api.close());

const { id, slug } = ours.organization;
const seller = callAs(api, ours.oat);
const url = `/v1/organizations/${id}/branding`;
const visit = (which = slug) => callAs(api)('GET', `/v1/customer-portal/organizations/${which}/branding`);
const branding = (accent_color: string | null, language: string | null = null) => ({
  organization_id: id,
  slug,
  name: 'Acme',
  avatar_url: null,
  accent_color,
  language,
});

test('an organization has no color until it chooses one, which visitors of its portal see', async () => {
  expect(await seller('GET', url)).toMatchObject({ status: 200, body: branding(null) });
  expect(await seller('PATCH', url, { accent_color: '#0F766E' })).toMatchObject({ status: 200, body: branding('#0f766e') });
  const { status, body } = await visit();
  const { customer_portal_settings } = (await seller('GET', `/v1/organizations/${id}`)).body;
  expect([status, body]).toEqual([
    200,
    { ...branding('#0f766e'), time_zone: 'UTC', email: null, website: null, customer_portal_settings },
  ]);
  expect((await seller('PATCH', url, {})).body).toEqual(branding('#0f766e'));
  expect((await seller('PATCH', url, { accent_color: null })).body).toEqual(branding(null));
});

test('the documented organization has no further field', async () => {
  expect((await seller('GET', `/v1/organizations/${id}`)).body).not.toHaveProperty('accent_color');
});

test.each(['red', '#fff', '#12345g', '#1234567', ''])('%p is no color', async (accent_color) => {
  const { status, body } = await seller('PATCH', url, { accent_color });
  expect([status, body.detail[0].loc]).toEqual([422, ['body', 'accent_color']]);
});

test('other organizations cannot see or change it; unknown and blocked ones have no portal', async () => {
  const stranger = callAs(api, theirs.oat);
  expect((await stranger('GET', url)).status).toBe(404);
  expect((await stranger('PATCH', url, { accent_color: '#000000' })).status).toBe(404);
  expect((await visit('nobody-has-this-slug')).status).toBe(404);
  await api.app.get(CommandBus).execute(new SetOrganizationStatus({ id: theirs.organization.id }, 'blocked'));
  expect((await visit(theirs.organization.slug)).status).toBe(404);
});

test('previews of mails have the brand, in the language of the organization or another one, and run nothing', async () => {
  const previews = `/v1/organizations/${id}/mail-previews`;
  await seller('PATCH', url, { accent_color: '#0f766e', language: 'de' });
  const { body } = await seller('GET', previews);
  const { items } = body as { items: { mail: string; layout: string; language: string; subject: string; text: string }[] };
  expect(items.find(({ mail }) => mail === 'license_key')).toMatchObject({
    layout: 'branded',
    language: 'de',
    subject: 'Ihr Lizenzschlüssel für Editor Pro von Acme',
  });
  const authorization = `Bearer ${ours.oat}`;
  const get = (path: string) => api.app.inject({ url: `${previews}${path}`, headers: { authorization } });
  const german = await get('/license_key');
  expect(german.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(german.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'; style-src 'unsafe-inline';/);
  expect(german.body).toContain('hier ist Ihr Lizenzschlüssel');
  expect(german.body).toContain('#0f766e');
  expect((await get('/license_key?locale=en-US')).body).toContain('It is valid until December 31, 2027.');
  expect((await get('/nothing')).statusCode).toBe(404);
  const signedBy = (name: string) => items.filter(({ text }) => text.endsWith(`\n\n${name}\n`)).map(({ mail }) => mail);
  expect(signedBy('Latchkey')).toEqual(['application_allowed', 'credentials_changed', 'user_sign_in_code']);
  expect(signedBy('Acme')).toHaveLength(items.length - 3);
  await seller('PATCH', url, { accent_color: null, language: null });
});
