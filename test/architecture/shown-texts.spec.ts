import 'reflect-metadata';
import { blankToNull, type Issue, object, optional, text } from '#platform/wire';
import { isShownName } from '../../libs/platform/src/wire/field.ts';
import { openApiDocument } from '../../apps/openapi/open-api-document.ts';
import { type RequestDocument, requestSchemas } from './unbounded-input.ts';

const document = JSON.parse(JSON.stringify(await openApiDocument())) as RequestDocument;

/** Texts that are compared, signed or opened, or are data of the seller's own software: what was sent is what is kept. */
const COMPARED: ReadonlySet<string> = new Set([
  'account',
  'allowed_devices',
  'alphabet',
  'attestationObject',
  'authenticatorData',
  'checksum_etag',
  'slack_url',
  'query',
  'clientDataJSON',
  'client_id',
  'client_secret',
  'entitlements',
  'external_ids',
  'client_uri',
  'code',
  'code_verifier',
  'components{}',
  'conditions{key}',
  'conditions{}',
  'current_password',
  'deactivation',
  'device',
  'device_code',
  'device_id',
  'domain',
  'embed_hosts',
  'entries',
  'external_customer_id',
  'external_id',
  'external_member_id',
  'id',
  'invitation_token',
  'installation',
  'ip_address',
  'iss',
  'issuer',
  'key',
  'label_property_selector',
  'locale',
  'logo_uri',
  'mail',
  'manifest',
  'metadata{key}',
  'metadata{}',
  'meta{key}',
  'meta{}',
  'nonce',
  'overview_metrics',
  'parent_id',
  'password',
  'path',
  'payment_fingerprint',
  'payment_id',
  'policy_uri',
  'post_logout_redirect_uris',
  'postal_code',
  'prefix',
  'pricing_models',
  'prompt',
  'rawId',
  'recovery_code',
  'redirect_uri',
  'redirect_uris',
  'refresh_token',
  'request',
  'resource',
  'response',
  'scope',
  'secret',
  'selling_categories',
  'signature',
  'slug',
  'time_zone',
  'token',
  'tos_uri',
  'transports',
  'type',
  'url',
  'userHandle',
  'value',
  'values{key}',
  'values{}',
  // What a signed key carries, and applications compare.
  'entitlements',
  'product',
  // The address of a list, which the console reads.
  'filters{}',
]);

/** Texts in a map or a list, which the DTO or the domain reads without bidirectional controls. */
const CLEANED: ReadonlySet<string> = new Set(['notes{}', 'tag', 'tags']);

const RULES = ['enum', 'const', 'format', 'pattern', 'contentMediaType'];

/** The names of the properties of bodies that take any text. */
function textsOfBodies({ of = document } = {}): string[] {
  const names = [...requestSchemas(of)]
    .filter(({ place }) => place.includes(' body'))
    .filter(({ schema }) => [schema['type']].flat().includes('string') && !RULES.some((rule) => rule in schema))
    .map(({ place }) => place.replaceAll(/\[\]/g, '').split('/').at(-1)!);
  return [...new Set(names)].sort();
}

test('each text of a request is shown to people, and read without bidirectional controls, or is one that is compared', () => {
  const names = textsOfBodies();
  expect(names.filter((name) => !isShownName(name) && !COMPARED.has(name) && !CLEANED.has(name))).toEqual([]);
});

test('a text that nobody has thought of is found', () => {
  const schema = { type: 'object', properties: { nickname: { type: 'string', maxLength: 10 } } };
  const planted = { paths: { '/planted': { post: { requestBody: { content: { 'application/json': { schema } } } } } } };
  expect(textsOfBodies({ of: { ...planted, components: { schemas: {} } } }).filter((name) => !isShownName(name))).toEqual([
    'nickname',
  ]);
});

/** All of them; U+202E shows what follows from right to left. */
const CONTROLS = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

test('a text that is shown is read without bidirectional controls, before its length is checked', () => {
  const issues: Issue[] = [];
  const fields = object({ name: text({ min: 1, max: 3 }), billing_name: optional(blankToNull({ max: 3 })), external_id: text() });
  expect(fields.read({ name: `A${CONTROLS}da`, billing_name: CONTROLS, external_id: `A${CONTROLS}` }, issues)).toEqual({
    name: 'Ada',
    billing_name: null,
    external_id: `A${CONTROLS}`,
  });
  expect(issues).toEqual([]);
  fields.read({ name: CONTROLS, external_id: '' }, issues);
  expect(issues).toMatchObject([{ loc: ['name'], type: 'string_too_short' }]);
});
