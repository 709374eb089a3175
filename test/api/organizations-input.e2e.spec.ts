import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { INVALID, WRONG_ON_CREATE, INVALID_ON_UPDATE } from './invalid-organization-inputs.ts';

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.pat);
});
afterAll(() => api.close());

/** Every organization row, and every published event. */
const everything = async (): Promise<unknown> => {
  const em = api.app.get(EntityManager).fork();
  return [
    await em.execute('select * from organizations.organizations order by id'),
    await em.execute('select * from platform.outbox order by id'),
  ];
};

/** A value nested this deep, as text, because JSON.stringify would overflow the stack. */
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const attributes = (wrong: object): object => ({ name: 'Acme', slug: `acme-${randomUUID()}`, ...wrong });
const change = (wrong: object): object => ({ name: 'Acme Incorporated', ...wrong });

describe.each([
  ['POST', (): string => '/v1/organizations/', attributes, [...INVALID, ...WRONG_ON_CREATE]],
  ['PATCH', (): string => `/v1/organizations/${ours.organization.id}`, change, [...INVALID, ...INVALID_ON_UPDATE]],
] as const)('%s', (method, url, body, wrongs) => {
  test.each(wrongs)('rejects %s and changes nothing', async (_what, wrong, loc, type) => {
    const before = await everything();
    const answer = await call(method, url(), body(wrong));
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatchObject([{ loc: ['body', ...loc], type, msg: expect.any(String) }]);
    expect(await everything()).toEqual(before);
  });

  test('reports all errors together', async () => {
    const wrong = { name: 'x', email: 'x', country: 'x', socials: [{}], feature_settings: { member_model_enabled: null } };
    const { body: answer } = await call(method, url(), body(wrong));
    expect(answer.detail.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.')).sort()).toEqual([
      'country',
      'email',
      'feature_settings.member_model_enabled',
      'name',
      'socials.0.url',
    ]);
  });

  test.each([
    ['nothing', '', [], 'missing'],
    ['null', 'null', [], 'missing'],
    ['a list', '[]', [], 'model_attributes_type'],
    ['text', '"acme"', [], 'model_attributes_type'],
    ['no JSON', '{"name":', [8], 'json_invalid'],
    ['deep nesting', nested(250), [], 'model_attributes_type'],
    ['deep nesting inside', `{"name":"Acme","slug":"acme","socials":[${nested(250)}]}`, ['socials', 0], 'model_attributes_type'],
  ])('rejects a body of %s', async (_what, payload, loc, type) => {
    const answer = await call(method, url(), payload);
    expect([answer.status, answer.body.detail[0]]).toMatchObject([422, { loc: ['body', ...loc], type }]);
  });

  test('415 for another content type, 413 for a huge body', async () => {
    const text = await call(method, url(), JSON.stringify(body({})), { 'content-type': 'text/plain' });
    expect([text.status, text.body.error]).toEqual([415, 'UnsupportedMediaType']);
    const huge = await call(method, url(), body({ unknown: 'x'.repeat(1024 * 1024) }));
    expect([huge.status, huge.body.error]).toEqual([413, 'RequestBodyTooLarge']);
  });

  test('accepts a long name and ignores unknown fields', async () => {
    const name = ` ${'😀'.repeat(1000)} `;
    const given = { name, __proto__: { name: 'x' }, status: 'blocked', capabilities: {}, nonsense: { a: [1] } };
    const { body: answer } = await call(method, url(), body(given));
    expect(answer).toMatchObject({ name, status: 'created' });
  });
});

test.each(['name', 'slug'])('POST requires %s', async (field) => {
  const { status, body } = await call('POST', '/v1/organizations/', attributes({ [field]: undefined }));
  expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', field], type: 'missing' }]]);
});
