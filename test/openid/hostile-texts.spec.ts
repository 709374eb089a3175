import { beginSignIn, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';

let openid: OpenIdApi;
beforeAll(async () => {
  openid = await startOpenId();
});
afterAll(() => openid.close());

const FORM = 'application/x-www-form-urlencoded';
const METADATA = { client_name: 'Reports', redirect_uris: ['https://app.example/callback'] };

const send = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
  const answer = await openid.fetch(`${ISSUER}${path}`, { method, body, headers: { accept: 'text/html', ...headers } });
  return { status: answer.status, text: await answer.text() };
};
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  send('POST', path, body, { accept: 'application/json', 'content-type': FORM, ...headers });

/** As they are written in addresses and forms: NUL, and half of a surrogate pair. */
const WRITTEN = ['%00', 'a%00b', '%ED%A0%80'];
const TEXTS = ['\0', 'a\0b', '\ud800', '\udc00\ud800'];
const SECOND_PARAMETERS =
  'response_type=code&scope=openid&code_challenge=x&code_challenge_method=S256&redirect_uri=https://app.example/';

describe.each(WRITTEN)('the id of a client %s is that of none', (id) => {
  test.each([
    ['/v1/oauth2/authorize', SECOND_PARAMETERS],
    ['/oauth2/authorize', SECOND_PARAMETERS],
    ['/oauth2/logout', ''],
    ['/oauth2/logout/success', ''],
  ])('on the page %s', async (path, more) => {
    const { status, text } = await send('GET', `${path}?client_id=${id}&${more}`);
    expect([status, text]).toEqual([400, expect.stringContaining('The application is not registered here.')]);
  });

  test.each(['token', 'revoke', 'introspect', 'device'])('at /v1/oauth2/%s, in the form and in the header', async (name) => {
    const form = 'grant_type=refresh_token&refresh_token=x&token=x&scope=openid';
    const refused = { status: 401, text: expect.stringMatching(/"error":"invalid_client"/) };
    expect(await post(`/v1/oauth2/${name}`, `${form}&client_id=${id}&client_secret=x`)).toEqual(refused);
    const authorization = `Basic ${Buffer.from(`${id}:x`).toString('base64')}`;
    const { status, text } = await post(`/v1/oauth2/${name}`, form, { authorization });
    expect([status >= 400 && status < 500, text]).toEqual([true, expect.stringMatching(/"error":"invalid_(client|request)"/)]);
  });

  test('in the address of a registration', async () => {
    const headers = { authorization: 'Bearer latchkey_crt_x' };
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const { status } = await send(method, `/v1/oauth2/register/${id}`, undefined, headers);
      expect([400, 401, 404]).toContain(status);
    }
  });
});

describe.each(TEXTS)('no registration contains %j', (text) => {
  test.each([
    ['client_name', `Reports${text}`],
    ['redirect_uris', [`https://app.example/${text}`]],
    ['post_logout_redirect_uris', [`https://app.example/${text}`]],
    ['contacts', [`${text}@example.com`]],
    ['scope', `openid ${text}`],
    ['client_uri', `https://app.example/${text}`],
    ['logo_uri', `https://app.example/${text}`],
    ['policy_uri', `https://app.example/${text}`],
    ['tos_uri', `https://app.example/${text}`],
    ['grant_types', ['authorization_code', text]],
    ['response_types', [text]],
    ['application_type', text],
    ['token_endpoint_auth_method', text],
    ['default_sub_type', text],
    ['default_acr_values', [text]],
  ])('in %s', async (name, value) => {
    const body = JSON.stringify({ ...METADATA, [name]: value });
    const { status, text: answer } = await post('/v1/oauth2/register', body, { 'content-type': 'application/json' });
    expect([status, answer]).toEqual([400, expect.stringMatching(/"error":"invalid_(client_metadata|redirect_uri)"/)]);
  });
});

test('metadata that are nested deeper than calls can be are refused', async () => {
  const body = JSON.stringify(METADATA).replace('"Reports"', `${'['.repeat(25_000)}${']'.repeat(25_000)}`);
  const { status } = await post('/v1/oauth2/register', body, { 'content-type': 'application/json' });
  expect(status).toBe(400);
});

test('the forms of a sign-in are refused with a page', async () => {
  const browser = new PlainBrowser(openid);
  await browser.open((await beginSignIn(await openid.application())).url);
  const fields = browser.fields('request');
  const { pathname } = new URL(browser.shown.url);
  for (const name of ['email', 'code', 'password', 'token', 'passkey', 'step', 'organization']) {
    await browser.send(pathname, { ...fields, step: 'request', email: 'ada@example.com', [name]: 'a\0b' });
    expect([browser.shown.status, browser.shown.text]).toEqual([400, expect.stringContaining('cannot be understood')]);
  }
  await browser.send(pathname, { ...fields, step: 'passkey', passkey: '{"id":"\\u0000","response":{"userHandle":"\\ud800"}}' });
  expect(browser.shown.status).toBe(422);
});

test('a form for the code of a device is refused without a session, as is the way back from a sign-in', async () => {
  for (const cookie of ['', 'latchkey_authorization=unknown']) {
    expect((await post('/oauth2/device', 'user_code=AAAA-AAAA&xsrf=x', { accept: 'text/html', cookie })).status).toBe(400);
    expect((await send('GET', '/oauth2/device/unknown', undefined, { cookie })).status).toBe(400);
  }
});
