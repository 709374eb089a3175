import { randomUUID } from 'node:crypto';
import { type LicenseFixture, NOT_FOUND, openLicenseFixture } from '../support/license-fixture.ts';
import { expectUnchanged } from '../support/license-key-outcome.ts';

let fixture: LicenseFixture;
let id: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  ({ id } = await fixture.key({ limit_activations: 1 }));
});
afterAll(() => fixture.close());

const INVALID_IDS = [
  ['nonsense', 'uuid_parsing'],
  ['%00', 'uuid_parsing'],
  ['x'.repeat(2000), 'uuid_parsing'],
  ['6f1c1a52-5d0e-1f6b-9a43-1b7f0c2d3e4f', 'uuid_version'],
  ['00000000-0000-0000-0000-000000000000', 'uuid_version'],
] as const;

describe('GET /v1/license-keys/ refuses', () => {
  test.each([
    ...['organization_id', 'benefit_id'].flatMap((field) => [
      [`${field}=nonsense`, [field, 0], 'uuid_parsing'] as const,
      [`${field}=`, [field, 0], 'uuid_parsing'] as const,
      [`${field}=%00`, [field, 0], 'uuid_parsing'] as const,
      [`${field}=6f1c1a52-5d0e-1f6b-9a43-1b7f0c2d3e4f`, [field, 0], 'uuid_version'] as const,
      [`${field}=${randomUUID()}&${field}=x`, [field, 1], 'uuid_parsing'] as const,
    ]),
    ['status=expired', ['status', 0], 'enum'],
    ['status=', ['status', 0], 'enum'],
    ['status=granted&status=GRANTED', ['status', 1], 'enum'],
    ['status=granted,revoked', ['status', 0], 'enum'],
    ['key=a%00b', ['key'], 'value_error'],
    ...['page', 'limit'].flatMap((field) => [
      [`${field}=0`, [field], 'greater_than'] as const,
      [`${field}=-1`, [field], 'greater_than'] as const,
      [`${field}=x`, [field], 'int_parsing'] as const,
      [`${field}=`, [field], 'int_parsing'] as const,
      [`${field}=1.5`, [field], 'int_parsing'] as const,
    ]),
    ['page=99999999999999999999', ['page'], 'less_than_equal'],
  ] as const)('%s', async (query, loc, type) => {
    const { status, body } = await fixture.seller('GET', `/v1/license-keys/?${query}`);
    expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['query', ...loc], type })]]);
  });

  test('everything at once', async () => {
    const { body } = await fixture.seller(
      'GET',
      '/v1/license-keys/?page=0&limit=x&status=x&benefit_id=x&organization_id=x&key=%00',
    );
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc[1]).sort()).toEqual(
      ['benefit_id', 'key', 'limit', 'organization_id', 'page', 'status'], // prettier-ignore
    );
  });
});

describe('GET /v1/license-keys/{id} refuses', () => {
  test.each(
    ['activations_page', 'activations_limit'].flatMap((field) => [
      [`${field}=0`, field, 'greater_than'] as const,
      [`${field}=x`, field, 'int_parsing'] as const,
      [`${field}=`, field, 'int_parsing'] as const,
    ]),
  )('%s', async (query, field, type) => {
    const { status, body } = await fixture.seller('GET', `/v1/license-keys/${id}?${query}`);
    expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['query', field], type })]]);
  });
});

describe.each([
  ['GET', '/v1/license-keys/:id', undefined],
  ['PATCH', '/v1/license-keys/:id', { usage: 1 }],
  ['POST', '/v1/license-keys/:id/rotate', undefined],
  ['GET', '/v1/license-keys/:id/activations/6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f', undefined],
] as const)('%s %s', (method, path, body) => {
  const refusing = (which: string) => expectUnchanged(fixture, () => fixture.seller(method, path.replace(':id', which), body));

  test.each(INVALID_IDS)('refuses the id %s', async (which, type) => {
    expect(await refusing(which)).toMatchObject({ status: 422, detail: [{ loc: ['path', 'id'], type }], changed: false });
  });

  test('does not find an id that nothing has', async () => {
    expect(await refusing(randomUUID())).toMatchObject({ status: 404, ...NOT_FOUND, changed: false });
  });

  test.each(['%ED%A0%80', '%', '%zz'])('does not find what is no text (%s)', async (which) => {
    expect(await refusing(which)).toMatchObject({ status: 404, ...NOT_FOUND, changed: false });
  });
});

describe('GET /v1/license-keys/{id}/activations/{activation_id}', () => {
  test.each(INVALID_IDS)('refuses the activation %s', async (which, type) => {
    const { status, body } = await fixture.seller('GET', `/v1/license-keys/${id}/activations/${which}`);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['path', 'activation_id'], type }]]);
  });
});
