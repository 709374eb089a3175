import type { Polar } from '@polar-sh/sdk/2026-04';
import { Polar as OldPolar } from 'polar-sdk-0';
import * as OldErrors from 'polar-sdk-0/models/errors/resourcenotfound.js';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { collect, errors, listen, type ListeningApi, refusal } from './polar.ts';

let service: ListeningApi;
let seller: SeededOrganization;
let polar: Polar;
beforeAll(async () => {
  service = await listen();
  seller = await seedOrganization(service.api);
  polar = service.polar(seller.oat);
});
afterAll(() => service.close());
afterEach(() => service.assertNoViolations());

const issue = (terms?: Parameters<typeof seedLicenseKey>[2]): Promise<SeededLicenseKey> =>
  seedLicenseKey(service.api, seller, terms);
const presented = ({ key, organization_id }: SeededLicenseKey) => ({ key, organization_id });

const NOT_FOUND = { statusCode: 404, error: { error: 'ResourceNotFound', detail: expect.any(String) } };

test('a key is activated, validated, read and deactivated', async () => {
  const key = await issue({ limit_activations: 2, limit_usage: 10 });
  const conditions = { major_version: 3 };
  const activation = await polar.licenseKeys.activate({ ...presented(key), label: 'laptop', conditions, meta: { os: 'linux' } });
  expect(activation).toMatchObject({
    license_key_id: key.id,
    label: 'laptop',
    meta: { os: 'linux' },
    modified_at: null,
    license_key: { id: key.id, status: 'granted', limit_activations: 2, customer: { id: key.customer_id } },
  });

  const { id: activation_id } = activation;
  const validated = await polar.licenseKeys.validate({ ...presented(key), activation_id, conditions, increment_usage: 3 });
  expect(validated).toMatchObject({ id: key.id, status: 'granted', usage: 3, validations: 1, activation: { id: activation_id } });

  const read = await polar.licenseKeys.get(key.id);
  expect(read).toMatchObject({ key: key.key, usage: 3, validations: 1, activations: [{ id: activation_id, label: 'laptop' }] });
  expect(read.last_validated_at).toBe(validated.last_validated_at);
  expect(await polar.licenseKeys.getActivation(key.id, activation_id)).toEqual({
    ...activation,
    license_key: expect.objectContaining({ id: key.id, usage: 3 }),
  });

  expect(await polar.licenseKeys.deactivate({ ...presented(key), activation_id })).toBeUndefined();
  expect((await polar.licenseKeys.get(key.id)).activations).toEqual([]);
  expect(await refusal(polar.licenseKeys.getActivation(key.id, activation_id))).toBeInstanceOf(errors.ResourceNotFound);
});

test('a key is updated and rotated', async () => {
  const key = await issue({ limit_usage: 10 });
  const expires_at = '2030-01-01T00:00:00.000Z';
  const updated = await polar.licenseKeys.update(key.id, {
    status: 'disabled',
    limit_usage: null,
    limit_activations: 7,
    usage: 4,
    expires_at,
  });
  expect(updated).toMatchObject({ status: 'disabled', limit_usage: null, limit_activations: 7, usage: 4, expires_at });

  await polar.licenseKeys.update(key.id, { status: 'granted' });
  const rotated = await polar.licenseKeys.rotate(key.id);
  expect(rotated).toMatchObject({ id: key.id, status: 'granted', usage: 4 });
  expect(rotated.key).not.toBe(key.key);
  expect(await refusal(polar.licenseKeys.validate(presented(key)))).toMatchObject(NOT_FOUND);
  expect(await polar.licenseKeys.validate({ ...presented(key), key: rotated.key })).toMatchObject({
    id: key.id,
    activation: null,
  });
});

test('keys are listed by benefit and status, in pages', async () => {
  const first = await issue();
  const { benefit_id } = first;
  const others = await Promise.all(Array.from({ length: 4 }, () => issue({ benefit_id })));

  const page = await polar.licenseKeys.list({ benefit_id, limit: 2, page: 3 });
  expect(page).toMatchObject({ items: [{ benefit_id }], pagination: { total_count: 5, max_page: 3 } });
  const organization_id = seller.organization.id;
  const all = await collect(polar.licenseKeys.iterList({ benefit_id: [benefit_id], organization_id, limit: 2 }));
  expect(all.map(({ id }) => id).sort()).toEqual([first, ...others].map(({ id }) => id).sort());

  await polar.licenseKeys.update(first.id, { status: 'revoked' });
  const revoked = await polar.licenseKeys.list({ benefit_id, status: ['revoked', 'disabled'] });
  expect(revoked.items.map(({ id }) => id)).toEqual([first.id]);
  expect(await collect(polar.licenseKeys.iterList({ benefit_id: crypto.randomUUID() }))).toEqual([]);
});

describe('the client’s own errors:', () => {
  const error = (name: string) => ({ error: name, detail: expect.any(String) });

  test('NotPermitted for a key without activations or at its activation limit', async () => {
    const unlimited = await issue();
    const full = await issue({ limit_activations: 1 });
    await polar.licenseKeys.activate({ ...presented(full), label: 'first' });
    for (const key of [unlimited, full]) {
      const refused = await refusal(polar.licenseKeys.activate({ ...presented(key), label: 'one more' }));
      expect(refused).toBeInstanceOf(errors.NotPermitted);
      expect(refused).toMatchObject({ statusCode: 403, error: error('NotPermitted') });
    }
  });

  test('for an expired or revoked key: NotPermitted on activate, ResourceNotFound on validate', async () => {
    const expired = await issue({ limit_activations: 1, expires_at: '2020-01-01T00:00:00Z' });
    const revoked = await issue({ limit_activations: 1 });
    await polar.licenseKeys.update(revoked.id, { status: 'revoked' });
    for (const key of [expired, revoked]) {
      expect(await refusal(polar.licenseKeys.activate({ ...presented(key), label: 'late' }))).toBeInstanceOf(errors.NotPermitted);
      expect(await refusal(polar.licenseKeys.validate(presented(key)))).toBeInstanceOf(errors.ResourceNotFound);
    }
    expect(await refusal(polar.licenseKeys.rotate(revoked.id))).toBeInstanceOf(errors.RotateNotPermitted);
  });

  test('the body has the code of the refusal, which both clients pass on', async () => {
    const key = await issue({ expires_at: '2020-01-01T00:00:00Z' });
    expect(await refusal(polar.licenseKeys.validate(presented(key)))).toMatchObject({ error: { code: 'EXPIRED' } });
    const older = new OldPolar({ accessToken: seller.oat, serverURL: service.baseUrl });
    const { key: string, organization_id: organizationId } = key;
    const refused = (await refusal(older.licenseKeys.validate({ key: string, organizationId }))) as OldErrors.ResourceNotFound;
    expect(refused).toBeInstanceOf(OldErrors.ResourceNotFound);
    expect([refused.detail, JSON.parse(refused.body).code]).toEqual(['License key has expired.', 'EXPIRED']);
  });

  test('ResourceNotFound for unknown and foreign resources', async () => {
    const nobody = crypto.randomUUID();
    const theirs = await seedLicenseKey(service.api, await seedOrganization(service.api));
    for (const ask of [
      () => polar.licenseKeys.get(nobody),
      () => polar.licenseKeys.get(theirs.id),
      () => polar.licenseKeys.update(theirs.id, { status: 'revoked' }),
      () => polar.licenseKeys.rotate(theirs.id),
      () => polar.licenseKeys.getActivation(theirs.id, nobody),
      () => polar.licenseKeys.validate(presented(theirs)),
      () => polar.licenseKeys.activate({ ...presented(theirs), label: 'x' }),
      () => polar.licenseKeys.deactivate({ ...presented(theirs), activation_id: nobody }),
    ]) {
      const refused = await refusal(ask());
      expect(refused).toBeInstanceOf(errors.ResourceNotFound);
      expect(refused).toMatchObject({ statusCode: 404, error: error('ResourceNotFound') });
    }
  });

  test('BadRequest for more than the remaining usage', async () => {
    const key = await issue({ limit_usage: 2 });
    const refused = await refusal(polar.licenseKeys.validate({ ...presented(key), increment_usage: 3 }));
    expect(refused).toBeInstanceOf(errors.BadRequest);
    expect(refused).toMatchObject({ statusCode: 400, error: error('BadRequest') });
    expect(await polar.licenseKeys.get(key.id)).toMatchObject({ usage: 0, validations: 0, last_validated_at: null });
  });

  test('HTTPValidationError with each invalid field', async () => {
    const refused = await refusal(polar.licenseKeys.validate({ key: 5, organization_id: 'x', increment_usage: -1 } as never));
    expect(refused).toBeInstanceOf(errors.HTTPValidationError);
    expect(refused).toMatchObject({
      statusCode: 422,
      error: {
        detail: [
          { loc: ['body', 'key'], type: 'string_type', input: '********' },
          { loc: ['body', 'organization_id'], type: 'uuid_parsing', input: 'x' },
          { loc: ['body', 'increment_usage'], type: 'greater_than_equal', ctx: { ge: 0 } },
        ],
      },
    });
    expect(await refusal(polar.licenseKeys.get('nonsense'))).toBeInstanceOf(errors.HTTPValidationError);
  });

  test('Unauthorized for an invalid token, NotPermitted without the scope', async () => {
    const key = await issue();
    const unknown = await refusal(service.polar('nonsense').licenseKeys.get(key.id));
    expect(unknown).toBeInstanceOf(errors.Unauthorized);
    expect(unknown).toMatchObject({
      statusCode: 401,
      error: { error: 'Unauthorized', detail: expect.stringMatching(/malformed/) },
    });

    const reader = service.polar(await seller.tokenWith(['license_keys:read']));
    expect(await reader.licenseKeys.get(key.id)).toMatchObject({ id: key.id });
    const refused = await refusal(reader.licenseKeys.activate({ ...presented(key), label: 'x' }));
    expect(refused).toBeInstanceOf(errors.NotPermitted);
    expect(refused).toMatchObject({ statusCode: 403, error: error('NotPermitted') });
    expect(await refusal(reader.licenseKeys.get(key.id, { accessToken: '' }))).toBeInstanceOf(errors.Unauthorized);
  });
});
