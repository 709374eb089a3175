import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, keyParams, TIME, UUID } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';

const KEY = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/;
const TERMS = {
  prefix: 'acme pro',
  expires: { ttl: 1, timeframe: 'month' },
  activations: { limit: 3, enableCustomerAdmin: true },
  limitUsage: 10,
} as const;

let fixture: LicenseFixture;
let generous: { id: string };
beforeAll(async () => {
  fixture = await openLicenseFixture();
  generous = await seedBenefit(fixture.api, fixture.ours.organization.id, TERMS);
});
afterAll(() => fixture.close());

const order = (attributes: object = {}) => ({ customer_id: fixture.customer.id, benefit_id: generous.id, ...attributes });
const issue = (attributes: object = {}, as = fixture.seller) => as('POST', '/v1/license-keys/', order(attributes));
const aMonthAfter = (time: string): string => {
  const end = new Date(time);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.toISOString();
};

describe('POST /v1/license-keys/', () => {
  test('issues a key with what its benefit promises', async () => {
    const { status, body } = await issue();
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(UUID),
        created_at: expect.stringMatching(TIME),
        modified_at: null,
        organization_id: fixture.ours.organization.id,
        customer_id: fixture.customer.id,
        customer: (await fixture.seller('GET', `/v1/customers/${fixture.customer.id}`)).body,
        benefit_id: generous.id,
        key: expect.stringMatching(/^ACME PRO-/),
        display_key: `****-${body.key.slice(-6)}`,
        status: 'granted',
        limit_activations: 3,
        usage: 0,
        limit_usage: 10,
        validations: 0,
        last_validated_at: null,
        expires_at: aMonthAfter(body.created_at),
      },
    ]);
    expect(body.key.slice('ACME PRO-'.length)).toMatch(KEY);
    expect(await fixture.read(body)).toEqual({ ...body, activations: [] });
  });

  test('issues a key without what its benefit is without', async () => {
    const { body } = await issue({ benefit_id: fixture.benefit.id });
    expect(body).toMatchObject({ limit_activations: null, limit_usage: null, expires_at: null, key: expect.stringMatching(KEY) });
  });

  test('what is said goes before what the benefit says; null is without', async () => {
    const input = { limit_activations: 7, limit_usage: 2_147_483_647, expires_at: '2030-01-01T00:00:00+02:00' };
    expect((await issue(input)).body).toMatchObject({ ...input, expires_at: '2029-12-31T22:00:00.000Z' });
    const nulls = { limit_activations: null, limit_usage: null, expires_at: null };
    expect((await issue({ ...nulls, key: null, member_id: null })).body).toMatchObject({
      ...nulls,
      key: expect.stringMatching(/^ACME/),
    });
  });

  test.each(['A', 'x'.repeat(255), '😀'.repeat(255), ' own key, as it is ', 'ключ-1', 'a/b?c=d&e=%00'])(
    'takes the own string %j',
    async (key) => {
      const { status, body } = await issue({ key });
      expect([status, body.key]).toEqual([201, key]);
      const { status: valid, body: validated } = await fixture.anonymous(
        'POST',
        '/v1/customer-portal/license-keys/validate',
        keyParams(body),
      );
      expect([valid, validated.key, validated.display_key]).toEqual([200, key, body.display_key]);
    },
  );

  test('shows of a short own string no more than half', async () => {
    expect((await issue({ key: 'SHORT-1' })).body.display_key).toBe('****-T-1');
  });

  test('tells of it, without the string; the string is stored nowhere as it is', async () => {
    const { body } = await issue({ key: 'VERY-SECRET-STRING' });
    expect(await fixture.eventsOf(body.id)).toEqual([
      {
        name: 'license_key.created',
        payload: {
          license_key_id: body.id,
          customer_id: fixture.customer.id,
          benefit_id: generous.id,
          grant_id: null,
          display_key: '****-STRING',
          status: 'granted',
        },
      },
    ]);
    const stored = JSON.stringify(await fixture.snapshot(), (_name, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(stored).toContain(body.id);
    expect(stored).not.toContain('VERY-SECRET');
  });

  test('takes a string that another organization has', async () => {
    const customer_id = (await seedCustomer(fixture.api, fixture.theirs.organization.id)).id;
    const benefit_id = (await seedBenefit(fixture.api, fixture.theirs.organization.id)).id;
    await issue({ key: 'SHARED-STRING' });
    const { status } = await issue({ key: 'SHARED-STRING', customer_id, benefit_id }, callAs(fixture.api, fixture.theirs.oat));
    expect(status).toBe(201);
  });
});
