import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { expectUnchanged } from '../support/license-key-outcome.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { INVALID_ISSUES } from './invalid-license-key-inputs.ts';

const TAKEN = 'A license key with this key already exists.';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const order = (attributes: object = {}) => ({ customer_id: fixture.customer.id, benefit_id: fixture.benefit.id, ...attributes });
const issue = (...orders: object[]) => fixture.seller('POST', '/v1/license-keys/', { license_keys: orders });
const refusing = (...orders: object[]) => expectUnchanged(fixture, () => issue(...orders));
const countKeys = async (): Promise<number> => (await fixture.seller('GET', '/v1/license-keys/')).body.pagination.total_count;

describe('POST /v1/license-keys/ with many', () => {
  test('issues them in order, each with its own terms and customer', async () => {
    const other = await seedCustomer(fixture.api, fixture.ours.organization.id);
    const { status, body } = await issue(
      order({ key: 'B-2', limit_usage: 1 }),
      order({ customer_id: other.id }),
      order({ key: 'A-1' }),
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

  test('answers each as the operation for one does', async () => {
    const one = (await fixture.seller('POST', '/v1/license-keys/', order())).body;
    const [many] = (await issue(order())).body.items;
    expect(Object.keys(many)).toEqual(Object.keys(one));
  });

  test.each([
    [1001, 'too_long', 'List should have at most 1000 items after validation, not 1001', { max_length: 1000 }],
    [0, 'too_short', 'List should have at least 1 item after validation, not 0', { min_length: 1 }],
  ])('refuses %i', async (count, type, msg, limit) => {
    const refused = await refusing(...Array.from({ length: count }, () => order()));
    const ctx = { field_type: 'List', actual_length: count, ...limit };
    expect(refused).toMatchObject({ status: 422, changed: false, detail: [{ loc: ['body', 'license_keys'], type, msg, ctx }] });
  });

  test.each([null, {}, 'x', 1])('refuses %j for a list', async (license_keys) => {
    const refused = await expectUnchanged(fixture, () =>
      fixture.seller('POST', '/v1/license-keys/', { ...order(), license_keys }),
    );
    expect(refused).toMatchObject({
      status: 422,
      changed: false,
      detail: [{ loc: ['body', 'license_keys'], type: 'list_type' }],
    });
  });

  test('issues all or none: one string that is taken', async () => {
    await issue(order({ key: 'TAKEN' }));
    expect(await refusing(order(), order({ key: 'FREE' }), order({ key: 'TAKEN' }))).toEqual({
      status: 422,
      detail: [{ loc: ['body', 'license_keys', 2, 'key'], type: 'value_error', msg: TAKEN, input: 'TAKEN' }],
      changed: false,
    });
    expect((await issue(order({ key: 'FREE' }))).status).toBe(201);
  });

  test('issues all or none: one string twice, where the first is right', async () => {
    const twins = [order({ key: 'TWIN' }), order({ key: 'LONE' }), order({ key: 'TWIN' }), order({ key: 'TWIN' })];
    expect(await refusing(...twins)).toMatchObject({
      status: 422,
      detail: [2, 3].map((index) => ({ loc: ['body', 'license_keys', index, 'key'], msg: TAKEN })),
      changed: false,
    });
  });

  test('issues all or none: everything that is wrong is told at once, with its place', async () => {
    const nobody = randomUUID();
    expect(await refusing(order(), order({ customer_id: nobody, benefit_id: nobody }), order({ member_id: nobody }))).toEqual({
      status: 422,
      detail: [
        { loc: ['body', 'license_keys', 1, 'customer_id'], type: 'value_error', msg: 'Customer does not exist.', input: nobody },
        { loc: ['body', 'license_keys', 1, 'benefit_id'], type: 'value_error', msg: 'Benefit does not exist.', input: nobody },
        { loc: ['body', 'license_keys', 2, 'member_id'], type: 'value_error', msg: 'Member does not exist.', input: nobody },
      ],
      changed: false,
    });
    expect(await refusing(order({ limit_usage: 0 }), { key: '' })).toMatchObject({
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

  test.each(INVALID_ISSUES)('refuses %s in one of them', async (_what, fields, loc, type) => {
    const { status, detail, changed } = await refusing(order(), order(fields));
    expect([status, changed]).toEqual([422, false]);
    expect(detail).toMatchObject([{ loc: ['body', 'license_keys', 1, ...loc], type }]);
  });

  test('issues a thousand', async () => {
    const before = await countKeys();
    const { status, body } = await issue(...Array.from({ length: 1000 }, (_, n) => order({ key: `THOUSAND-${n}` })));
    expect([status, body.items.map(({ key }: { key: string }) => key)]).toEqual([
      201,
      Array.from({ length: 1000 }, (_, n) => `THOUSAND-${n}`),
    ]);
    expect(await countKeys()).toBe(before + 1000);
  });
});
