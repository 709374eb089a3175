import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { seedOrganization } from '../support/seed.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

let api: TestApi;
let call: Call;
beforeAll(async () => {
  api = await startApi();
  const { oat } = await seedOrganization(api);
  call = callAs(api, oat);
});
afterAll(() => api.close());

const post = (body: string | Buffer | undefined, headers: Record<string, string> = JSON_TYPE, as = call) =>
  as('POST', '/v1/benefits/', body, headers);

/** JSON of a benefit that is as large as wanted. */
const benefitOf = (bytes: number): string => {
  const [before, after] = JSON.stringify({ type: 'license_keys', description: 'Large', properties: {}, padding: '' }).split(
    '""}',
  );
  return `${before}"${'x'.repeat(bytes - before!.length - 3)}"}${after}`;
};

describe('JSON that cannot be read is a 422', () => {
  test.each([
    ['an open object', '{', 1],
    ['an open list', '["a"', 4],
    ['a trailing comma', '{"a": 1,}', 8],
    ['single quotes', "{'a': 1}", 1],
    ['a line break in a string', '{"a": "\n"}', 7],
    ['a wrong escape', String.raw`{"a": "\x"}`, 8],
    ['two values', '{} {}', 3],
    ['NaN', '{"a": NaN}', 0],
    ['Infinity', '{"a": -Infinity}', 7],
    ['a comment', '{} // {}', 3],
    ['a form', 'a=1&b=2', 0],
    ['XML', '<a/>', 0],
    ['NUL', '\0', 0],
    ['half a number', '{"a": 1e}', 8],
    ['a leading zero', '{"a": 01}', 7],
  ])('%s', async (_what, body, offset) => {
    const answer = await post(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      detail: [
        { loc: ['body', offset], type: 'json_invalid', msg: 'JSON decode error', input: {}, ctx: { error: expect.any(String) } },
      ],
    });
  });

  test.each([
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['UTF-16', Buffer.from('{"a": 1}', 'utf16le')],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['cut inside a character', Buffer.from('"😀"').subarray(0, 3)],
    ['zipped', Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
  ])('%s', async (_what, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body.detail[0].type]).toEqual([422, 'json_invalid']);
  });

  test('before anyone asks who is there', async () => {
    expect((await post('{', JSON_TYPE, callAs(api))).status).toBe(422);
  });
});

describe('JSON that can be read', () => {
  test.each([
    ['an empty body', ''],
    ['nothing at all', undefined],
  ])('%s is none', async (_what, body) => {
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'content-length': '0' }]) {
      const answer = await post(body, headers);
      expect([answer.status, answer.body.detail]).toEqual([
        422,
        [{ loc: ['body'], type: 'missing', msg: 'Field required', input: null }],
      ]);
    }
  });

  test.each(['null', ' null '])('%j is none as well', async (body) => {
    expect((await post(body)).body.detail).toMatchObject([{ loc: ['body'], type: 'missing' }]);
  });

  test.each(['[]', '1', '"text"', 'true', '[{}]'])('%s is no object', async (body) => {
    const { status, body: answer } = await post(body);
    expect(status).toBe(422);
    expect(answer.detail).toMatchObject([{ loc: ['body'], type: 'model_attributes_type', input: JSON.parse(body) }]);
  });

  test.each(['[', '{"a":'])('100,000 levels of %s are no surprise', async (open) => {
    const body = open.repeat(100_000) + (open === '[' ? '' : '1') + (open === '[' ? ']' : '}').repeat(100_000);
    const { status, body: answer } = await post(body);
    expect([status, answer.detail[0].type]).toEqual([422, open === '[' ? 'model_attributes_type' : 'union_tag_not_found']);
    expect(answer.detail[0]).not.toHaveProperty('input');
  });

  test('of a name that is given twice the last one counts; a byte order mark does not', async () => {
    const { status, body } = await post(
      '\uFEFF{"type":"license_keys","description":"First","description":"Second","properties":{}}',
    );
    expect([status, body.description]).toEqual([201, 'Second']);
  });

  test('__proto__ is a name like any other', async () => {
    const { status } = await post(
      '{"type":"license_keys","description":"Odd","properties":{},"__proto__":{"description":1},"constructor":{"prototype":{"x":1}}}',
    );
    expect([status, ({} as Record<string, unknown>)['x']]).toEqual([201, undefined]);
  });

  test('a large input is not sent back', async () => {
    const answer = await post(JSON.stringify({ type: 'x', padding: 'x'.repeat(10_000) }));
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(1000);
  });
});

describe('content types', () => {
  const BODY = benefitOf(200);

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/merge-patch+json',
    'application/json ;charset=UTF-8',
  ])('%s is JSON', async (type) => {
    expect((await post(BODY, { 'content-type': type })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/xml',
    'json',
    'nonsense',
    '*/*',
    '',
  ])('%j is not: 415', async (type) => {
    const answer = await post(BODY, { 'content-type': type });
    expect([answer.status, answer.body]).toEqual([
      415,
      { error: 'UnsupportedMediaType', detail: 'The body must be sent as application/json' },
    ]);
  });

  test('a body of no type is 415', async () => {
    const answer = await api.app.inject({ method: 'POST', url: '/v1/benefits/', payload: Buffer.from(BODY) });
    expect(answer.statusCode).toBe(415);
  });

  test('GET says nothing in its body', async () => {
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'content-length': '0' }, { 'content-type': 'text/plain' }]) {
      expect((await call('GET', '/v1/benefits/', undefined, headers)).status).toBe(200);
    }
  });
});

describe('size', () => {
  test('1 MiB is taken', async () => {
    const body = benefitOf(MIB);
    expect(body).toHaveLength(MIB);
    expect((await post(body)).status).toBe(201);
  });

  test('one byte more is 413, said or not', async () => {
    const body = benefitOf(MIB + 1);
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'content-length': String(MIB + 1) }]) {
      const answer = await post(body, headers);
      expect([answer.status, answer.body]).toEqual([
        413,
        { error: 'RequestBodyTooLarge', detail: 'Request body exceeded the maximum allowed size' },
      ]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', 'polar-version': '2026-04' });
    }
  });
});
