import { EntityManager } from '@mikro-orm/postgresql';
import { KeyRefusals } from '#licensing';
import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, keyParams, TIME } from '../support/license-fixture.ts';
import { outcomeOfRequest } from '../support/license-key-outcome.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const THIRTY_DAYS = 2_592_000;

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const rotate = (key: { id: string }, body?: unknown, as = fixture.seller, headers: Record<string, string> = {}) =>
  as('POST', `/v1/license-keys/${key.id}/rotate`, body, headers);
const validate = (key: SeededLicenseKey, input: object = {}) =>
  fixture.anonymous('POST', '/v1/customer-portal/license-keys/validate', { ...keyParams(key), ...input });

describe('POST /v1/license-keys/{id}/rotate', () => {
  test('gives the key a new string and keeps everything else', async () => {
    const key = await fixture.key({ limit_activations: 2, limit_usage: 9, expires_at: '2020-01-01T00:00:00Z' });
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { usage: 3, status: 'disabled' });
    const before = await fixture.read(key);
    const { status, body } = await rotate(key);
    const renewed = { key: body.key, display_key: `****-${body.key.slice(-6)}`, modified_at: expect.stringMatching(TIME) };
    const { activations, ...after } = { ...before, ...renewed };
    expect([status, body]).toEqual([200, after]);
    expect(body.key).toMatch(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
    expect(body.key).not.toBe(key.key);
    expect(await fixture.read(key)).toEqual({ ...body, activations });
  });

  test.each([
    ['no body', undefined, {}],
    ['an empty body with a JSON content type', undefined, { 'content-type': 'application/json', 'content-length': '0' }],
    ['null', 'null', {}],
    ['an empty object', {}, {}],
    ['no overlap', { overlap_seconds: 0 }, {}],
  ])('with %s, the old string is rejected immediately', async (_what, body, headers: Record<string, string>) => {
    const key = await fixture.key();
    const answer = await rotate(key, body, fixture.seller, headers);
    expect(answer.status).toBe(200);
    const stopped = await validate(key);
    expect([stopped.status, stopped.headers['license-code'], stopped.body]).toEqual([
      404,
      'ROTATED',
      { error: 'ResourceNotFound', detail: 'License key was replaced by another one.', code: 'ROTATED' },
    ]);
    expect(JSON.stringify([stopped.body, stopped.headers])).not.toContain(answer.body.display_key.slice(-6));
    expect((await validate(answer.body)).status).toBe(200);
    expect((await fixture.eventsOf(key.id))[1]!.payload).toMatchObject({ previous_valid_until: null });
  });

  test('during the overlap both strings work everywhere, and the old one does not reveal the new one', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    const renewed = (await rotate(key, { overlap_seconds: 60 })).body;
    const asOld = await validate(key);
    expect([asOld.status, asOld.body.key, asOld.body.display_key]).toEqual([200, key.key, `****-${key.key.slice(-6)}`]);
    expect((await validate(renewed)).body).toMatchObject({ key: renewed.key, validations: 2 });
    const activation_id = await fixture.activation(key);
    expect((await validate(renewed, { activation_id })).status).toBe(200);
    const ended = await fixture.anonymous('POST', '/v1/customer-portal/license-keys/deactivate', {
      ...keyParams(key),
      activation_id,
    });
    expect(ended.status).toBe(204);
    const [, rotated] = await fixture.eventsOf(key.id);
    expect(Date.parse(rotated!.payload['previous_valid_until'] as string) - Date.parse(renewed.modified_at)).toBe(60_000);
  });

  test('after the overlap the old string is rejected', async () => {
    const key = await fixture.key();
    await rotate(key, { overlap_seconds: 60 });
    const aMinuteLater = `update licensing.key_strings set valid_until = valid_until - interval '1 minute' where license_key_id = ?`;
    await fixture.api.app.get(EntityManager).fork().execute(aMinuteLater, [key.id]);
    const last = await validate(key);
    expect([last.status, last.headers['license-code']]).toEqual([404, 'ROTATED']);
  });

  test('every operation says that the string was replaced, in this organization only, and counts it as no unknown key', async () => {
    const key = await fixture.key({ limit_activations: 1, limit_usage: 5 });
    const activation_id = await fixture.activation(key);
    await rotate(key);
    const asked = { ...keyParams(key), activation_id };
    const codeOf = async (operation: string, body: object): Promise<unknown> => {
      const { status, headers } = await fixture.anonymous('POST', `/v1/customer-portal/license-keys/${operation}`, body);
      return `${status} ${headers['license-code']}`;
    };
    expect([
      await codeOf('validate', asked),
      await codeOf('activate', { ...keyParams(key), label: 'desktop' }),
      await codeOf('deactivate', asked),
      await codeOf('reservations', { ...keyParams(key), units: 1 }),
      await codeOf('lease', asked),
    ]).toEqual(Array(5).fill('404 ROTATED'));
    const elsewhere = { ...asked, organization_id: fixture.theirs.organization.id };
    expect(await codeOf('validate', elsewhere)).toBe('404 NOT_FOUND');
    for (let presented = 0; presented < 60; presented += 1) await codeOf('validate', asked);
    expect(await codeOf('validate', asked)).toBe('404 ROTATED');
  });

  test('the seller finds the key by a string that was replaced, and its timeline has the refusals', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    await rotate(key);
    for (let times = 0; times < 2; times += 1)
      await fixture.anonymous('POST', '/v1/customer-portal/license-keys/validate', keyParams(key));
    await fixture.api.app.get(KeyRefusals).flush();
    const query = encodeURIComponent(key.key);
    const [found, all, timeline] = await Promise.all([
      fixture.seller('GET', `/v1/license-keys/search?query=${query}`),
      fixture.seller('GET', `/v1/search?query=${query}`),
      fixture.seller('GET', `/v1/license-keys/${key.id}/timeline`),
    ]);
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([key.id]);
    expect(all.body.items.map(({ id }: { id: string }) => id)).toEqual([key.id]);
    const refusals = timeline.body.items.filter(({ type }: { type: string }) => type === 'refusal');
    expect(refusals).toMatchObject([{ refusal: { operation: 'validate', code: 'ROTATED', count: 2 } }]);
  });

  test('a later rotation does not end an earlier overlap', async () => {
    const key = await fixture.key();
    const between = (await rotate(key, { overlap_seconds: THIRTY_DAYS })).body;
    const last = (await rotate(key)).body;
    expect([(await validate(key)).status, (await validate(between)).status, (await validate(last)).status]).toEqual([
      200, 404, 200,
    ]);
  });

  test('uses the current prefix of the benefit', async () => {
    const terms = { prefix: 'first', activations: { limit: 1, enableCustomerAdmin: false }, limitUsage: 5 };
    const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, terms);
    const key = await fixture.key({ benefit_id: benefit.id });
    expect(key.key).toMatch(/^FIRST-/);
    const properties = { prefix: ' second ', limit_usage: 1 };
    await fixture.seller('PATCH', `/v1/benefits/${benefit.id}`, { type: 'license_keys', properties });
    expect((await rotate(key)).body).toMatchObject({
      key: expect.stringMatching(/^SECOND-/),
      limit_activations: 1,
      limit_usage: 5,
    });
    await fixture.seller('DELETE', `/v1/benefits/${benefit.id}`);
    expect((await rotate(key)).status).toBe(200);
  });

  test('publishes an event without the strings', async () => {
    const key = await fixture.key();
    const renewed = (await rotate(key)).body;
    const events = await fixture.eventsOf(key.id);
    expect(events[1]).toMatchObject({ name: 'license_key.rotated', payload: { display_key: renewed.display_key } });
    for (const string of [key.key, renewed.key]) expect(JSON.stringify(events)).not.toContain(string);
  });

  test('rejects a revoked key', async () => {
    const key = await fixture.key();
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'revoked' });
    expect(await outcomeOfRequest(fixture, () => rotate(key, { overlap_seconds: 5 }))).toMatchObject({
      status: 400,
      error: 'RotateNotPermitted',
      detail:
        'License key cannot be rotated in its current status. Current status: revoked. Allowed statuses: disabled, granted.',
      changed: false,
    });
  });

  test('rejects the role finance and changes nothing', async () => {
    const [key, finance] = [await fixture.key(), callAs(fixture.api, await fixture.ours.tokenAs('finance'))];
    const refused = await outcomeOfRequest(fixture, () => rotate(key, undefined, finance));
    expect(refused).toMatchObject({ status: 403, error: 'NotPermitted', changed: false });
  });

  test.each([THIRTY_DAYS, '60', 1.0])('accepts an overlap of %j seconds', async (overlap_seconds) => {
    expect((await rotate(await fixture.key(), { overlap_seconds })).status).toBe(200);
  });
});
