import { isRedirectUri, problemOf } from './client-metadata.ts';

const METADATA = { client_name: 'Reports', redirect_uris: ['https://app.example/callback'] };

test.each([
  'https://app.example/callback?tenant=1',
  'http://localhost:8080/callback',
  'http://127.0.0.1/callback',
  'http://192.168.1.7/callback',
  'http://[::1]:9000/callback',
  'https://app.example',
  'https://xn--mller-kva.example/a;b,c?d=%C3%A9&e[]=1',
])('users may be sent back to %s', (uri) => expect(isRedirectUri(uri, 'web')).toBe(true));

test.each([
  'http://app.example/callback',
  'https://app.example/#fragment',
  'https://user@app.example/',
  'http://10.0.0.1.evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'com.example.app:/callback',
  '//app.example',
  '',
  7,
  'https://evil.example\\@app.example/',
  'https://app.example\\.evil.example/',
  'https:app.example/callback',
  'https:\\app.example/callback',
  ' https://app.example/',
  'https://app.example/ callback',
  'https://app.exa\tmple/',
  'https://app.example/\r\nlocation:x',
  'https://app.example/\0',
  'https://app.example/\ud800',
  'https://app.example/\u202egro',
  'https://müller.example/',
  'https://ａpp.example/',
  'https://app%2eexample/',
  'https://APP.example/',
  'https://app.example:443/',
  'https://0x7f.1/',
  'https://app.example/a/../callback',
  'https://app.example;sandbox/',
  'https://app.example,script-src/',
  "https://app.example'unsafe-inline'/",
  'https://*.example/',
  'https://$app.example/',
  'http://127.0.0.1;sandbox/',
  'http://localhost;sandbox/',
])('users may not be sent back to %s', (uri) => expect(isRedirectUri(uri, 'web')).toBe(false));

test.each([
  ['com.example.app:/callback', true],
  ['com.example.app://host/callback', true],
  ['com.example.app:/call\\back', false],
  ['com.example.app:/call back', false],
  ['com.example.app://user@host/', false],
  ['com.example.app;sandbox:/', false],
  ['app:/callback', false],
  ['javascript:x', false],
])('an installed application has a scheme with a dot: %s', (uri, isAccepted) =>
  expect(isRedirectUri(uri, 'native')).toBe(isAccepted),
);

test.each([
  ['client_name', { client_name: undefined }],
  ['client_name', { client_name: 'n'.repeat(257) }],
  ['redirect_uris', { redirect_uris: Array.from({ length: 11 }, () => 'https://app.example/') }],
  ['redirect_uris', { redirect_uris: 'https://app.example/' }],
  ['post_logout_redirect_uris', { post_logout_redirect_uris: ['http://app.example/'] }],
  ['grant_types', { grant_types: ['client_credentials'] }],
  ['default_sub_type', { default_sub_type: 'customer' }],
  ['logo_uri', { logo_uri: 'javascript:alert(1)' }],
  ['client_uri', { client_uri: `https://app.example/${'p'.repeat(2083)}` }],
  ['jwks_uri', { jwks_uri: 'https://app.example/keys' }],
  ['sector_identifier_uri', { sector_identifier_uri: 'https://169.254.169.254/' }],
  ['too large', { contacts: ['c'.repeat(20_000)] }],
  ['client_name', { client_name: '\u3164' }],
  ['client_name', { client_name: ' ' }],
  ['client_name', { client_name: 'Latchkey' }],
  ['grant_types', { grant_types: [['authorization_code']] }],
  ['software_id', { software_id: JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown }],
])('metadata are refused: %s', (problem, changes) => expect(problemOf({ ...METADATA, ...changes })).toContain(problem));

const TEXTS = {
  client_name: (text: string) => `Reports${text}`,
  redirect_uris: (text: string) => [`https://app.example/${text}`],
  post_logout_redirect_uris: (text: string) => [`https://app.example/${text}`],
  contacts: (text: string) => ['a@example.com', `${text}@example.com`],
  scope: (text: string) => `openid ${text}`,
  software_id: (text: string) => text,
  client_uri: (text: string) => `https://app.example/${text}`,
  logo_uri: (text: string) => `https://app.example/${text}`,
  policy_uri: (text: string) => `https://app.example/${text}`,
  tos_uri: (text: string) => `https://app.example/${text}`,
};
const HOSTILE = [
  '\0',
  '\ud800',
  '\udc00',
  '\r\n',
  '\t',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2066',
  '\u2028',
  '\ufeff',
  '\u{e0041}',
];

test.each(Object.entries(TEXTS))('a registration has no control or formatting characters in %s', (key, textWith) => {
  expect(problemOf({ ...METADATA, [key]: textWith('x') })).toBeUndefined();
  for (const hostile of HOSTILE) expect(problemOf({ ...METADATA, [key]: textWith(hostile) })).toContain(key);
});

test.each(['client_uri', 'logo_uri', 'policy_uri', 'tos_uri'])('%s is an address with one meaning', (key) => {
  for (const uri of [
    'https://evil.example\\@app.example/',
    'https://a:b@app.example/',
    'data:text/html,x',
    'https://a"b.example/',
    7,
  ])
    expect(problemOf({ ...METADATA, [key]: uri })).toContain(key);
});

test('other metadata are accepted', () => {
  expect(
    problemOf({ ...METADATA, grant_types: ['authorization_code', 'refresh_token'], tos_uri: 'https://app.example/' }),
  ).toBeUndefined();
});
