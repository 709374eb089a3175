import { type LicenseFixture, openLicenseFixture, keyParams } from '../support/license-fixture.ts';
import { outcomeOfRequest } from '../support/license-key-outcome.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';
import {
  INVALID_ACTIVATIONS,
  INVALID_DEACTIVATIONS,
  INVALID_ISSUES,
  INVALID_OVERLAPS,
  INVALID_TERMS,
  INVALID_VALIDATIONS,
} from './invalid-license-key-inputs.ts';

let fixture: LicenseFixture;
let key: SeededLicenseKey;
let activation_id: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  key = await fixture.key({ limit_activations: 100 });
  activation_id = await fixture.activation(key);
});
afterAll(() => fixture.close());

const validBody = (): object => keyParams(key);
const installation = (): object => ({ ...keyParams(key), label: 'laptop' });
const leaving = (): object => ({ ...keyParams(key), activation_id });
const order = (): object => ({ customer_id: fixture.customer.id, benefit_id: fixture.benefit.id });
const nothing = (): object => ({});

describe.each([
  ['POST', '/v1/license-keys/validate', validBody, INVALID_VALIDATIONS],
  ['POST', '/v1/customer-portal/license-keys/validate', validBody, INVALID_VALIDATIONS],
  ['POST', '/v1/license-keys/activate', installation, INVALID_ACTIVATIONS],
  ['POST', '/v1/customer-portal/license-keys/activate', installation, INVALID_ACTIVATIONS],
  ['POST', '/v1/license-keys/deactivate', leaving, INVALID_DEACTIVATIONS],
  ['POST', '/v1/customer-portal/license-keys/deactivate', leaving, INVALID_DEACTIVATIONS],
  ['POST', '/v1/license-keys/', order, INVALID_ISSUES],
  ['PATCH', '/v1/license-keys/:id', nothing, INVALID_TERMS],
  ['POST', '/v1/license-keys/:id/rotate', nothing, INVALID_OVERLAPS],
] as const)('%s %s', (method, path, right, wrong) => {
  const ask = (body: unknown) => {
    const call = path.includes('customer-portal') ? fixture.anonymous : fixture.seller;
    return call(method, path.replace(':id', key.id), body);
  };

  test.each(wrong)('rejects %s with 422 and changes nothing', async (_what, fields, loc, type) => {
    const { status, detail, changed, ...others } = await outcomeOfRequest(fixture, () => ask({ ...right(), ...fields }));
    expect([status, changed, others]).toEqual([422, false, {}]);
    expect(detail[0]).toMatchObject({ loc: ['body', ...loc], type, msg: expect.any(String) });
    expect(['loc', 'msg', 'type', 'input', 'ctx']).toEqual(expect.arrayContaining(Object.keys(detail[0])));
    expect(new Set(detail.map((each: { loc: string[] }) => each.loc[1]))).toEqual(new Set([loc[0]]));
  });

  test('reports all errors together', async () => {
    const fields = [...new Set(wrong.map(([, , [field]]) => field as string))];
    const everyField = Object.fromEntries(fields.map((field) => [field, ['wrong']]));
    const { status, detail } = await outcomeOfRequest(fixture, () => ask({ ...right(), ...everyField }));
    expect([status, detail.map((each: { loc: string[] }) => each.loc[1]).sort()]).toEqual([422, fields.sort()]);
  });

  test.each([
    ['a list', '[]', [], 'model_attributes_type'],
    ['text', '"key"', [], 'model_attributes_type'],
    ['a number', '1', [], 'model_attributes_type'],
    ['a cut object', '{"key":', [7], 'json_invalid'],
    ['a form', 'key=1', [0], 'json_invalid'],
    ['NaN', '{"increment_usage":NaN}', [0], 'json_invalid'],
    ['bytes that are no UTF-8', Buffer.from('7b226b6579223a22ff227d', 'hex'), [0], 'json_invalid'],
    ['250 lists in each other', '['.repeat(250) + ']'.repeat(250), [], 'model_attributes_type'],
  ])('rejects a body of %s with 422 and changes nothing', async (_what, body, loc, type) => {
    const { status, detail, changed } = await outcomeOfRequest(fixture, () => ask(body));
    expect([status, changed, detail[0].type]).toEqual([422, false, type]);
    expect(detail[0].loc.slice(0, 1 + Math.sign(loc.length))).toEqual(['body', ...loc.map(() => expect.any(Number))]);
  });

  test('415 for another content type, 413 for a huge body', async () => {
    const call = path.includes('customer-portal') ? fixture.anonymous : fixture.seller;
    const text = () => call(method, path.replace(':id', key.id), JSON.stringify(right()), { 'content-type': 'text/plain' });
    const unsupported = { error: 'UnsupportedMediaType', detail: 'The body must be sent as application/json' };
    expect(await outcomeOfRequest(fixture, text)).toEqual({ status: 415, changed: false, ...unsupported });
    const huge = { error: 'RequestBodyTooLarge', detail: 'Request body exceeded the maximum allowed size' };
    const padded = { ...right(), padding: 'x'.repeat(1024 * 1024) };
    expect(await outcomeOfRequest(fixture, () => ask(padded))).toEqual({ status: 413, changed: false, ...huge });
  });

  if (!path.endsWith('rotate')) {
    test.each(['', 'null', ' null '])('rejects a missing body (%j) with 422', async (body) => {
      const { status, detail } = await outcomeOfRequest(fixture, () => ask(body));
      expect([status, detail]).toEqual([422, [{ loc: ['body'], type: 'missing', msg: 'Field required', input: null }]]);
    });
  }
});
