import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const NUL = 'a\0b';

type InvalidInput = readonly [what: string, field: string, value: unknown, loc: readonly (string | number)[], type: string];

const INVALID: readonly InvalidInput[] = [
  ['a number', 'comment', 42, [], 'string_type'],
  ['null', 'comment', null, [], 'string_type'],
  ['a list', 'comment', ['x'], [], 'string_type'],
  ['256 characters', 'comment', 'x'.repeat(256), [], 'string_too_long'],
  ['NUL', 'comment', NUL, [], 'value_error'],
  ['a lone surrogate', 'comment', '\udfff', [], 'string_unicode'],
  ['null', 'scopes', null, [], 'list_type'],
  ['text', 'scopes', 'organizations:read', [], 'list_type'],
  ['an object', 'scopes', { 0: 'organizations:read' }, [], 'list_type'],
  ['an unknown scope', 'scopes', ['organizations:read', 'organizations:own'], [1], 'enum'],
  ['a scope in capitals', 'scopes', ['ORGANIZATIONS:READ'], [0], 'enum'],
  ['NUL', 'scopes', [NUL], [0], 'enum'],
  ['a number', 'scopes', [1], [0], 'enum'],
  ['null inside', 'scopes', [null], [0], 'enum'],
  ['a list inside', 'scopes', [['organizations:read']], [0], 'enum'],
];

const WRONG_ON_CREATE: readonly InvalidInput[] = [
  ['nothing', 'comment', undefined, [], 'missing'],
  ['nothing', 'scopes', undefined, [], 'missing'],
  ['a number', 'expires_in', 3600, [], 'time_delta_type'],
  ['a boolean', 'expires_in', true, [], 'time_delta_type'],
  ['a list', 'expires_in', ['P1D'], [], 'time_delta_type'],
  ['an empty text', 'expires_in', '', [], 'time_delta_parsing'],
  ['no duration', 'expires_in', 'tomorrow', [], 'time_delta_parsing'],
  ['P', 'expires_in', 'P', [], 'time_delta_parsing'],
  ['P1DT', 'expires_in', 'P1DT', [], 'time_delta_parsing'],
  ['minutes without T', 'expires_in', 'P1H', [], 'time_delta_parsing'],
  ['parts out of order', 'expires_in', 'P1D1M', [], 'time_delta_parsing'],
  ['a time', 'expires_in', '2027-01-01T00:00:00Z', [], 'time_delta_parsing'],
  ['a negative duration', 'expires_in', '-P1D', [], 'time_delta_parsing'],
  ['NUL', 'expires_in', 'P1D\0', [], 'time_delta_parsing'],
  ['a huge text', 'expires_in', `P${'9'.repeat(100_000)}D`, [], 'time_delta_parsing'],
  ['nothing at all', 'expires_in', 'PT0S', [], 'greater_than'],
  ['less than a millisecond', 'expires_in', 'PT0.0001S', [], 'greater_than'],
  ['more than a century', 'expires_in', 'P36501D', [], 'less_than_equal'],
  ['999999999 years', 'expires_in', 'P999999999Y', [], 'less_than_equal'],
];

const WRONG_ORGANIZATIONS: readonly InvalidInput[] = [
  ['a number', 'organization_id', 1, [], 'uuid_type'],
  ['nonsense', 'organization_id', 'x', [], 'uuid_parsing'],
  ['an id of version 1', 'organization_id', '00000000-0000-1000-8000-000000000000', [], 'uuid_version'],
];

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
let ids: Record<string, string>;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.pat);
  const { body: personal } = await call('POST', '/v1/personal-access-tokens', { comment: 'CI', scopes: [] });
  const attributes = { comment: 'CI', scopes: [], organization_id: ours.organization.id };
  const { body: organization } = await call('POST', '/v1/organization-access-tokens', attributes);
  ids = { personal: personal.personal_access_token.id, organization: organization.organization_access_token.id };
});
afterAll(() => api.close());

const everything = (): Promise<unknown[]> =>
  api.app
    .get(EntityManager)
    .fork()
    .execute('select id, comment, scopes, expires_at from organizations.access_tokens order by id');

describe.each([
  ['POST', 'personal', [...INVALID, ...WRONG_ON_CREATE]],
  ['POST', 'organization', [...INVALID, ...WRONG_ON_CREATE, ...WRONG_ORGANIZATIONS]],
  ['PATCH', 'personal', INVALID],
  ['PATCH', 'organization', INVALID],
] as const)('%s of a token: %s', (method, kind, wrongs) => {
  const url = () => `/v1/${kind}-access-tokens/${method === 'PATCH' ? ids[kind] : ''}`;
  const right = () => ({
    comment: 'CI',
    scopes: ['organizations:read'],
    ...(kind === 'organization' && { organization_id: ours.organization.id }),
  });

  test.each(wrongs)('rejects %s as %s and changes nothing', async (_what, field, value, loc, type) => {
    const before = await everything();
    const { status, body } = await call(method, url(), { ...right(), [field]: value });
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', field, ...loc], type, msg: expect.any(String) }]]);
    expect(await everything()).toEqual(before);
  });

  test.each([
    ['', 'missing', []],
    ['null', 'missing', []],
    ['[]', 'model_attributes_type', []],
    ['{"comment"', 'json_invalid', [expect.any(Number)]],
  ])('rejects the body %j', async (payload, type, loc) => {
    const { status, body } = await call(method, url(), payload);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', ...loc], type }]]);
  });

  test('415 for another content type, 413 for a huge body', async () => {
    expect((await call(method, url(), '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await call(method, url(), { ...right(), unknown: 'x'.repeat(1024 * 1024) })).status).toBe(413);
  });
});
