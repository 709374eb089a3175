import fc, { type Arbitrary, type WeightedArbitrary } from 'fast-check';
import { BROKEN_TEXTS } from './fuzzed-bodies.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';
import { headerText, hostile, HOSTILE_TEXTS, type Json, nearly } from './json-values.ts';
import type { OpenIdFixtures, ShownForm } from './openid-fixtures.ts';

type Fields = Readonly<Record<string, string>>;

/** A valid request to the provider or to one of its pages. */
interface Target {
  /** As the OpenAPI document writes it, or the route of a page. */
  readonly operation: string;
  /** What stands for the parameter of the path. */
  readonly id?: string;
  readonly fields: Fields;
  /** Fields are in the query of a `GET`, else in a form, unless they are the body. */
  readonly json?: object;
  readonly headers?: Fields;
}

const PAGE: Fields = { accept: 'text/html' };
const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

function targetsOf(about: OpenIdFixtures): readonly Target[] {
  const { clientId, clientSecret, authorization, code, codeVerifier, deviceCode, refreshToken, accessToken, idToken } = about;
  const ofClient = { authorization: basic(clientId, clientSecret) };
  const inForm = { client_id: clientId, client_secret: clientSecret };
  const ofRegistration = { authorization: `Bearer ${about.registrationToken}` };
  const redirect = { redirect_uri: authorization['redirect_uri']!, code_verifier: codeVerifier };
  const one = (operation: string, fields: Fields = {}, headers: Fields = ofClient): Target => ({ operation, fields, headers });
  const tokens: readonly Fields[] = [
    { grant_type: 'authorization_code', code, ...redirect },
    { grant_type: 'refresh_token', refresh_token: refreshToken },
    { grant_type: 'refresh_token', refresh_token: refreshToken, scope: 'openid' },
    { grant_type: GRANT, device_code: deviceCode },
  ];
  const registration = 'POST /v1/oauth2/register';
  const client = { id: clientId, fields: {}, headers: ofRegistration };
  const page = (operation: string, { path, cookie, fields }: ShownForm, more: Fields = {}): Target => ({
    operation,
    id: path.split('/')[3],
    fields: { ...fields, ...more },
    headers: { ...PAGE, cookie, 'sec-fetch-site': 'same-origin' },
  });
  const INTERACTION = '/oauth2/interaction/{uid}';
  const steps = ['request', 'ask-password', 'code', 'password', 'ask-single-sign-on', 'ask-passkey', 'passkey', 'second-factor'];
  return [
    one('GET /v1/oauth2/authorize', authorization, PAGE),
    one('GET /oauth2/authorize', authorization, PAGE),
    one('GET /oauth2/authorize', { ...authorization, prompt: 'none' }, PAGE),
    { ...page('GET /oauth2/authorize/{uid}', about.consent), fields: {} },
    ...tokens.map((fields) => one('POST /v1/oauth2/token', fields)),
    ...tokens.map((fields) => one('POST /v1/oauth2/token', { ...fields, ...inForm }, {})),
    one('POST /v1/oauth2/device', { scope: 'openid email' }),
    one('POST /v1/oauth2/device', { ...inForm, scope: 'openid' }, {}),
    ...['POST /v1/oauth2/introspect', 'POST /v1/oauth2/revoke'].flatMap((operation) => [
      one(operation, { token: accessToken, token_type_hint: 'access_token' }),
      one(operation, { token: refreshToken, ...inForm }, {}),
    ]),
    one('GET /v1/oauth2/userinfo', {}, { authorization: `Bearer ${accessToken}` }),
    one('POST /v1/oauth2/userinfo', { access_token: accessToken }, {}),
    { operation: registration, fields: {}, json: about.metadata, headers: {} },
    { operation: `GET /v1/oauth2/register/{client_id}`, ...client },
    { operation: `DELETE /v1/oauth2/register/{client_id}`, ...client },
    { operation: `PUT /v1/oauth2/register/{client_id}`, ...client, json: { ...about.metadata, client_id: clientId } },
    one('GET /.well-known/openid-configuration', {}, {}),
    one('GET /.well-known/oauth-authorization-server', {}, {}),
    one('GET /.well-known/oauth-protected-resource', {}, {}),
    one('GET /.well-known/jwks.json', {}, {}),
    page('GET /oauth2/device', { ...about.device, fields: {} }, { user_code: about.userCode }),
    page('POST /oauth2/device', about.device, { user_code: about.userCode }),
    page('POST /oauth2/device', about.device, { user_code: about.userCode, confirm: 'yes' }),
    page('POST /oauth2/device', about.device, { user_code: about.userCode, abort: 'yes' }),
    page('GET /oauth2/device/{uid}', about.consent),
    page(
      'GET /oauth2/logout',
      { ...about.logout, fields: {} },
      { id_token_hint: idToken, post_logout_redirect_uri: redirect.redirect_uri },
    ),
    page('POST /oauth2/logout', { ...about.logout, fields: {} }, { client_id: clientId, state: 'x' }),
    page('POST /oauth2/logout/confirm', about.logout, { logout: 'yes' }),
    page('GET /oauth2/logout/success', about.logout, { client_id: clientId }),
    { ...page(`GET ${INTERACTION}`, about.signIn), fields: {} },
    { ...page(`GET ${INTERACTION}`, about.consent), fields: {} },
    page(
      `GET ${INTERACTION}/single-sign-on`,
      { ...about.signIn, fields: {} },
      { code: 'x', state: 'x', iss: 'https://id.example' },
    ),
    ...steps.map((step) =>
      page(`POST ${INTERACTION}`, about.signIn, {
        step,
        email: 'ada@example.com',
        code: 'ABCDE23456',
        password: 'wrong password',
        token: 'latchkey_sf_x',
        kind: 'totp',
        passkey: '{"id":"AA","response":{}}',
      }),
    ),
    page(`POST ${INTERACTION}`, about.consent, { step: 'allow', organization: about.organizationId }),
    page(`POST ${INTERACTION}`, about.consent, { step: 'deny' }),
    page('GET /oauth2/sign-out', { ...about.device, fields: {} }),
    page('POST /oauth2/sign-out', about.device, { csrf: 'x' }),
  ];
}

/** Requests that end tokens, registrations or the application itself have applications of their own, so that others are still accepted. */
const ENDING = [/^DELETE /, / \/v1\/oauth2\/(token|device)$/, /\/register\//, /\/(revoke|logout\/confirm)$/];
export const APPLICATIONS = ENDING.length + 1;
const applicationFor = ({ operation }: Target): number => ENDING.findIndex((each) => each.test(operation)) + 1;

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Names that the provider or its pages know; each may be where it does not belong. */
const NAMES = wordsOf(`
  client_id client_secret client_assertion client_assertion_type redirect_uri response_type response_mode scope
  state nonce prompt max_age login_hint id_token_hint ui_locales claims acr_values display request request_uri
  registration code_challenge code_challenge_method grant_type code code_verifier refresh_token device_code
  token token_type_hint user_code xsrf confirm abort logout resource post_logout_redirect_uri csrf step email
  password organization kind passkey access_token __proto__
`);

/** As they are written in a query or a form. */
const RAW = ['%00', 'a%00b', '%ED%A0%80', '%ff', '%', '%zz', '+', '%0d%0aset-cookie:%20a=b', '%5B%5D', ''];
const MAX_VALUE = 4000;
const written = (value: Json): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed().slice(0, MAX_VALUE));
};
const rawValues = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...RAW) }, { weight: 3, arbitrary: hostile.map(written) });

type Pairs = readonly (readonly [name: string, value: string])[];
type Change = (pairs: Pairs) => Pairs;
const changedAt =
  (position: number, by: (pair: Pairs[number]) => Pairs): Change =>
  (pairs) =>
    pairs.flatMap((pair, index) => (index === position % pairs.length ? by(pair) : [pair]));

const changes: Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Change>((pairs) => pairs) },
  { weight: 4, arbitrary: fc.tuple(fc.nat(), rawValues).map(([at, value]) => changedAt(at, ([name]) => [[name, value]])) },
  { weight: 1, arbitrary: fc.nat().map((at) => changedAt(at, () => [])) },
  { weight: 1, arbitrary: fc.nat().map((at) => changedAt(at, (pair) => [pair, pair])) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...NAMES), rawValues)
      .map(([name, value]): Change => (pairs) => [...pairs, [name, value]]),
  },
);

/** Headers that replace those of a valid request. */
const headers: Arbitrary<Fields> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Fields>({}) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...HOSTILE_TEXTS, 'id'), fc.constantFrom(...HOSTILE_TEXTS, 'secret'))
      .map(([id, secret]) => ({ authorization: basic(id.toWellFormed().slice(0, 1000), secret.toWellFormed().slice(0, 1000)) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('authorization', 'cookie', 'content-type', 'sec-fetch-site', 'x-forwarded-host', 'user-agent'),
        hostile,
      )
      .map(([name, value]) => ({ [name]: headerText(value) })),
  },
);

const encoded = (pairs: Pairs): string => pairs.map(([name, value]) => `${name}=${value}`).join('&');

/** The body of a registration: nearly what it should be, or no JSON at all. */
const registrations = (metadata: object): Arbitrary<string> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(JSON.stringify(metadata)) },
    { weight: 8, arbitrary: nearly(fc.constant(metadata as Json)).map((value) => JSON.stringify(value)) },
    {
      weight: 4,
      arbitrary: fc.tuple(nearly(fc.constant(metadata as Json)), hostile, fc.constantFrom(...METADATA)).map(extended),
    },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_TEXTS) },
  );
const METADATA = wordsOf(`
  client_name contacts default_max_age require_auth_time scope logo_uri policy_uri tos_uri jwks
  default_acr_values default_sub_type application_type token_endpoint_auth_method response_types subject_type
  id_token_signed_response_alg response_modes client_id client_secret initiate_login_uri
`);
const extended = ([metadata, value, name]: [Json, Json, string]): string =>
  JSON.stringify(typeof metadata === 'object' ? { ...metadata, [name]: value } : metadata);

/**
 * Requests to the provider and its pages: valid ones, and ones of which a parameter, a header, the path or the body is hostile. They weigh
 * as much as there are operations.
 */
export function openIdRequests(applications: readonly OpenIdFixtures[], only: string): WeightedArbitrary<FuzzedRequest>[] {
  const targets = applications
    .flatMap((about, index) => targetsOf(about).filter((target) => applicationFor(target) === index))
    .filter(({ operation }) => operation.includes(only));
  const ids = fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: rawValues.filter((text) => text !== '') },
  );
  const requestTo = ({ operation, id, fields, json, headers: own }: Target): Arbitrary<FuzzedRequest> => {
    const [method, template] = operation.split(' ') as [string, string];
    const bodies = json ? registrations(json) : fc.constant('');
    return fc.record({ change: changes, more: headers, otherId: ids, body: bodies }).map(({ change, more, otherId, body }) => {
      const text = encoded(change(Object.entries(fields).map(([name, value]) => [name, encodeURIComponent(value)])));
      const path = template.replace(/\{[^}]*\}/, () => otherId ?? id ?? 'x');
      const isQuery = method === 'GET' || method === 'DELETE';
      const type = json ? 'application/json' : 'application/x-www-form-urlencoded';
      return {
        operation,
        method,
        url: isQuery && text !== '' ? `${path}?${text}`.slice(0, 12_000) : path,
        headers: { ...(isQuery ? {} : { 'content-type': type }), ...own, ...more },
        body: isQuery ? undefined : json ? body : text,
      };
    });
  };
  const weight = new Set(targets.map(({ operation }) => operation)).size;
  return weight === 0 ? [] : [{ weight, arbitrary: fc.constantFrom(...targets).chain(requestTo) }];
}
