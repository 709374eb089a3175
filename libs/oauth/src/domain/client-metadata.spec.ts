import { isRedirectUri, problemOf } from './client-metadata.ts';

const METADATA = { client_name: 'Reports', redirect_uris: ['https://app.example/callback'] };

test.each([
  'https://app.example/callback?tenant=1',
  'http://localhost:8080/callback',
  'http://127.0.0.1/callback',
  'http://192.168.1.7/callback',
  'http://[::1]:9000/callback',
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
])('users may not be sent back to %s', (uri) => expect(isRedirectUri(uri, 'web')).toBe(false));

test('an installed application has a scheme with a dot', () => {
  expect(['com.example.app:/callback', 'app:/callback', 'javascript:x'].map((uri) => isRedirectUri(uri, 'native'))).toEqual([
    true,
    false,
    false,
  ]);
});

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
])('metadata are refused: %s', (problem, changes) => expect(problemOf({ ...METADATA, ...changes })).toContain(problem));

test('other metadata are accepted', () => {
  expect(
    problemOf({ ...METADATA, grant_types: ['authorization_code', 'refresh_token'], tos_uri: 'https://app.example/' }),
  ).toBeUndefined();
});
