import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, keyParams, TIME, UUID } from '../support/license-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { randomUUID } from 'node:crypto';
import { openSession } from '../support/portal.ts';
import { outcomeOfRequest } from '../support/license-key-outcome.ts';
import { INVALID_ISSUES } from './invalid-license-key-inputs.ts';

const KEY = /^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/;
/** License keys are not repeated. */
const MASK = '********';
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
const issue = (attributes: object = {}, as = fixture.seller) =>
  as('POST', '/v1/license-keys/', order({ allow_short_key: true, ...attributes }));
const aMonthAfter = (time: string): string => {
  const end = new Date(time);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + 1);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.toISOString();
};

describe('a benefit with a key format', () => {
  const key_format = { groups: 5, group_length: 5 };
  const benefit = (properties: object) =>
    fixture.seller('POST', '/v1/benefits/', { type: 'license_keys', description: 'Typed keys', properties });

  test('shows it with its defaults, and says how many bits are missing', async () => {
    const { status, body } = await benefit({ prefix: 'ACME', key_format });
    const defaults = { alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ', check: 'luhn_mod_n', accepts_typed_input: false };
    expect([status, body.properties.key_format]).toEqual([201, { ...key_format, ...defaults }]);
    const weak = await benefit({ key_format: { groups: 4, group_length: 5 } });
    expect(weak.status).toBe(422);
    expect(weak.body.detail).toMatchObject([
      { loc: ['body', 'properties', 'key_format', 'groups'], msg: expect.stringContaining('95 bits') },
    ]);
  });

  test.each([true, false])('finds what people type if it says so (%j)', async (accepts_typed_input) => {
    const prefix = accepts_typed_input ? 'TYPED' : 'EXACT';
    const { body: typed } = await benefit({
      prefix,
      activations: { limit: 3, enable_customer_admin: true },
      key_format: { ...key_format, accepts_typed_input },
    });
    const { body: issued } = await issue({ benefit_id: typed.id });
    const { body: key } = await fixture.seller('POST', `/v1/license-keys/${issued.id}/rotate`);
    expect([issued.key, key.key]).toEqual(
      Array(2).fill(expect.stringMatching(new RegExp(`^${prefix}(-[0-9A-HJKMNP-TV-Z]{5}){5}$`))),
    );

    const organization_id = fixture.ours.organization.id;
    const as = (string: string) => ({ key: string, organization_id });
    const ask = async (what: string, string: string, body: object = {}) => {
      const answer = await fixture.anonymous('POST', `/v1/customer-portal/license-keys/${what}`, { ...as(string), ...body });
      return [answer.status, answer.body.key ?? answer.body.license_key?.key ?? answer.headers['license-code']];
    };
    const written = ` ${key.key.toLowerCase().replaceAll('-', ' ')} `;
    const missing = [404, 'NOT_FOUND'];
    const found = accepts_typed_input ? [200, key.key] : missing;
    expect(await ask('validate', key.key)).toEqual([200, key.key]);
    expect(await ask('validate', written)).toEqual(found);
    expect(await ask('activate', written, { label: 'laptop' })).toEqual(found);
    expect(await ask('validate', issued.key.toLowerCase())).toEqual([404, 'ROTATED']);
    const wrong = key.key.endsWith('0') ? '1' : '0';
    expect(await ask('validate', `${key.key.slice(0, -1)}${wrong}`)).toEqual(missing);
    expect((await fixture.read(key)).validations).toBe(accepts_typed_input ? 2 : 1);
  });
});

describe('POST /v1/license-keys/', () => {
  test('stores metadata and notes, which neither applications nor customers see', async () => {
    const { body } = await issue({ metadata: { contract: 'contract-17' }, notes: ' Asked for by Jane ' });
    expect(body).toMatchObject({ metadata: { contract: 'contract-17' }, notes: 'Asked for by Jane' });
    const validated = await fixture.seller('POST', '/v1/license-keys/validate', keyParams(body));
    const { call: portal } = await openSession(fixture.api, fixture.ours, fixture.customer.id);
    const own = await portal('GET', `/v1/customer-portal/license-keys/${body.id}`);
    expect([validated.status, own.status]).toEqual([200, 200]);
    for (const { text } of [validated, own]) expect(text).not.toMatch(/contract-17|Jane/);
  });

  test('issues a key with the terms of its benefit', async () => {
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

  test('issues a key without limits if its benefit has none', async () => {
    const { body } = await issue({ benefit_id: fixture.benefit.id });
    expect(body).toMatchObject({ limit_activations: null, limit_usage: null, expires_at: null, key: expect.stringMatching(KEY) });
  });

  test('given terms override those of the benefit; null means unlimited', async () => {
    const input = { limit_activations: 7, limit_usage: 2_147_483_647, expires_at: '2030-01-01T00:00:00+02:00' };
    expect((await issue(input)).body).toMatchObject({ ...input, expires_at: '2029-12-31T22:00:00.000Z' });
    const nulls = { limit_activations: null, limit_usage: null, expires_at: null };
    expect((await issue({ ...nulls, key: null, member_id: null })).body).toMatchObject({
      ...nulls,
      key: expect.stringMatching(/^ACME/),
    });
  });

  test.each(['A', 'x'.repeat(255), '😀'.repeat(255), ' own key, as it is ', 'ключ-1', 'a/b?c=d&e=%00'])(
    'accepts the given string %j',
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

  test.each([
    ['k'.repeat(15), {}, 422],
    ['😀'.repeat(15), { allow_short_key: false }, 422],
    ['k'.repeat(15), { allow_short_key: true }, 201],
    ['k'.repeat(16), {}, 201],
    ['😀'.repeat(16), {}, 201],
  ])('the string %j with %j gets %d', async (key, flag, expected) => {
    const issued = await fixture.seller('POST', '/v1/license-keys/', { ...order(), key, ...flag });
    expect(issued.status).toBe(expected);
    if (expected === 201) return;
    expect(issued.body.detail).toEqual([
      {
        loc: ['body', 'key'],
        type: 'string_too_short',
        msg: 'String should have at least 16 characters, unless `allow_short_key` is true.',
        input: MASK,
      },
    ]);
  });

  test('the display key of a short string shows at most half of it', async () => {
    expect((await issue({ key: 'SHORT-1' })).body.display_key).toBe('****-T-1');
  });

  test('publishes an event without the string, which is stored nowhere in plain text', async () => {
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

  test('accepts a string that another organization uses', async () => {
    const customer_id = (await seedCustomer(fixture.api, fixture.theirs.organization.id)).id;
    const benefit_id = (await seedBenefit(fixture.api, fixture.theirs.organization.id)).id;
    await issue({ key: 'SHARED-STRING' });
    const { status } = await issue({ key: 'SHARED-STRING', customer_id, benefit_id }, callAs(fixture.api, fixture.theirs.oat));
    expect(status).toBe(201);
  });
});

describe('POST /v1/license-keys/ rejects', () => {
  const issueUnlimited = (attributes: object = {}, as = fixture.seller) =>
    as('POST', '/v1/license-keys/', {
      customer_id: fixture.customer.id,
      benefit_id: fixture.benefit.id,
      allow_short_key: true,
      ...attributes,
    });
  const refusing = (attributes: object, as = fixture.seller) => outcomeOfRequest(fixture, () => issueUnlimited(attributes, as));
  const problem = (field: string, msg: string, input: unknown) => ({
    status: 422,
    detail: [{ loc: ['body', field], type: 'value_error', msg, input }],
    changed: false,
  });

  test('a string that a key of the organization has or had', async () => {
    const { body } = await issueUnlimited({ key: 'TAKEN-STRING' });
    const taken = problem('key', 'A license key with this key already exists.', MASK);
    expect(await refusing({ key: 'TAKEN-STRING' })).toEqual(taken);
    await fixture.seller('POST', `/v1/license-keys/${body.id}/rotate`);
    expect(await refusing({ key: 'TAKEN-STRING' })).toEqual(taken);
    expect((await issueUnlimited({ key: 'taken-string' })).status).toBe(201);
  });

  test('unknown, deleted and foreign customers with equal responses', async () => {
    const deleted = await seedCustomer(fixture.api, fixture.ours.organization.id);
    await fixture.seller('DELETE', `/v1/customers/${deleted.id}`);
    for (const { id } of [{ id: randomUUID() }, deleted, await seedCustomer(fixture.api, fixture.theirs.organization.id)]) {
      expect(await refusing({ customer_id: id })).toEqual(problem('customer_id', 'Customer does not exist.', id));
    }
  });

  test('unknown, deleted and foreign benefits with equal responses', async () => {
    const deleted = await seedBenefit(fixture.api, fixture.ours.organization.id);
    await fixture.seller('DELETE', `/v1/benefits/${deleted.id}`);
    for (const { id } of [{ id: randomUUID() }, deleted, await seedBenefit(fixture.api, fixture.theirs.organization.id)]) {
      expect(await refusing({ benefit_id: id })).toEqual(problem('benefit_id', 'Benefit does not exist.', id));
    }
  });

  test('a customer and a benefit of two organizations of one user', async () => {
    const user = callAs(fixture.api, fixture.ours.pat);
    const { id } = (await user('POST', '/v1/organizations/', { name: 'Second', slug: `second-${randomUUID()}` })).body;
    const other = await seedBenefit(fixture.api, id);
    const apart = problem('benefit_id', 'Benefit must be on the same organization as the customer.', other.id);
    expect(await refusing({ benefit_id: other.id }, user)).toEqual(apart);
  });

  test('an unknown member or one of another customer', async () => {
    const other = await seedCustomer(fixture.api, fixture.ours.organization.id);
    const { memberId } = await openSession(fixture.api, fixture.ours, other.id, 'member');
    for (const member_id of [randomUUID(), memberId]) {
      expect(await refusing({ member_id })).toEqual(problem('member_id', 'Member does not exist.', member_id));
    }
  });

  test('the role finance', async () => {
    const finance = callAs(fixture.api, await fixture.ours.tokenAs('finance'));
    expect(await refusing({}, finance)).toMatchObject({ status: 403, error: 'NotPermitted', changed: false });
  });
});

describe('POST /v1/license-keys/ with a list', () => {
  const TAKEN = 'A license key with this key already exists.';
  const unlimited = (attributes: object = {}) => ({
    customer_id: fixture.customer.id,
    benefit_id: fixture.benefit.id,
    allow_short_key: true,
    ...attributes,
  });
  const issueMany = (...orders: object[]) => fixture.seller('POST', '/v1/license-keys/', { license_keys: orders });
  const refusing = (...orders: object[]) => outcomeOfRequest(fixture, () => issueMany(...orders));
  const countKeys = async (): Promise<number> => (await fixture.seller('GET', '/v1/license-keys/')).body.pagination.total_count;

  test('issues the keys in order, each with its own terms and customer', async () => {
    const other = await seedCustomer(fixture.api, fixture.ours.organization.id);
    const { status, body } = await issueMany(
      unlimited({ key: 'B-2', limit_usage: 1 }),
      unlimited({ customer_id: other.id }),
      unlimited({ key: 'A-1' }),
    );
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['items']);
    expect(body.items).toMatchObject([
      { key: 'B-2', limit_usage: 1, customer: { id: fixture.customer.id } },
      { customer_id: other.id, customer: { id: other.id } },
      { key: 'A-1', limit_usage: null },
    ]);
    for (const item of body.items) expect(await fixture.read(item)).toEqual({ ...item, activations: [] });
  });

  test('returns each key as issuing a single one does', async () => {
    const one = (await fixture.seller('POST', '/v1/license-keys/', unlimited())).body;
    const [many] = (await issueMany(unlimited())).body.items;
    expect(Object.keys(many)).toEqual(Object.keys(one));
  });

  test.each([
    [1001, 'too_long', 'List should have at most 1000 items after validation, not 1001', { max_length: 1000 }],
    [0, 'too_short', 'List should have at least 1 item after validation, not 0', { min_length: 1 }],
  ])('rejects %i keys', async (count, type, msg, limit) => {
    const refused = await refusing(...Array.from({ length: count }, () => unlimited()));
    const ctx = { field_type: 'List', actual_length: count, ...limit };
    expect(refused).toMatchObject({ status: 422, changed: false, detail: [{ loc: ['body', 'license_keys'], type, msg, ctx }] });
  });

  test.each([null, {}, 'x', 1])('rejects %j instead of a list', async (license_keys) => {
    const refused = await outcomeOfRequest(fixture, () => fixture.seller('POST', '/v1/license-keys/', { license_keys }));
    expect(refused).toMatchObject({
      status: 422,
      changed: false,
      detail: [{ loc: ['body', 'license_keys'], type: 'list_type' }],
    });
  });

  test('issues none if one string is in use', async () => {
    await issueMany(unlimited({ key: 'TAKEN' }));
    expect(await refusing(unlimited(), unlimited({ key: 'FREE' }), unlimited({ key: 'TAKEN' }))).toEqual({
      status: 422,
      detail: [{ loc: ['body', 'license_keys', 2, 'key'], type: 'value_error', msg: TAKEN, input: MASK }],
      changed: false,
    });
    expect((await issueMany(unlimited({ key: 'FREE' }))).status).toBe(201);
  });

  test('issues none if one string occurs twice', async () => {
    const twins = [
      unlimited({ key: 'TWIN' }),
      unlimited({ key: 'LONE' }),
      unlimited({ key: 'TWIN' }),
      unlimited({ key: 'TWIN' }),
    ];
    expect(await refusing(...twins)).toMatchObject({
      status: 422,
      detail: [2, 3].map((index) => ({ loc: ['body', 'license_keys', index, 'key'], msg: TAKEN })),
      changed: false,
    });
  });

  test('issues none if any is invalid, and reports all errors with their positions', async () => {
    const nobody = randomUUID();
    expect(
      await refusing(unlimited(), unlimited({ customer_id: nobody, benefit_id: nobody }), unlimited({ member_id: nobody })),
    ).toEqual({
      status: 422,
      detail: [
        { loc: ['body', 'license_keys', 1, 'customer_id'], type: 'value_error', msg: 'Customer does not exist.', input: nobody },
        { loc: ['body', 'license_keys', 1, 'benefit_id'], type: 'value_error', msg: 'Benefit does not exist.', input: nobody },
        { loc: ['body', 'license_keys', 2, 'member_id'], type: 'value_error', msg: 'Member does not exist.', input: nobody },
      ],
      changed: false,
    });
    expect(await refusing(unlimited({ limit_usage: 0 }), { key: '' })).toMatchObject({
      status: 422,
      detail: [
        { loc: ['body', 'license_keys', 0, 'limit_usage'], type: 'greater_than' },
        { loc: ['body', 'license_keys', 1, 'customer_id'], type: 'missing' },
        { loc: ['body', 'license_keys', 1, 'benefit_id'], type: 'missing' },
        { loc: ['body', 'license_keys', 1, 'key'], type: 'string_too_short' },
      ],
      changed: false,
    });
  });

  test.each(INVALID_ISSUES)('rejects %s in one of the keys', async (_what, fields, loc, type) => {
    const { status, detail, changed } = await refusing(unlimited(), unlimited(fields));
    expect([status, changed]).toEqual([422, false]);
    expect(detail).toMatchObject([{ loc: ['body', 'license_keys', 1, ...loc], type }]);
  });

  test('issues a thousand', async () => {
    const before = await countKeys();
    const { status, body } = await issueMany(...Array.from({ length: 1000 }, (_, n) => unlimited({ key: `THOUSAND-${n}` })));
    expect([status, body.items.map(({ key }: { key: string }) => key)]).toEqual([
      201,
      Array.from({ length: 1000 }, (_, n) => `THOUSAND-${n}`),
    ]);
    expect(await countKeys()).toBe(before + 1000);
  });
});
