import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { expectUnchanged } from '../support/license-key-outcome.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const issue = (attributes: object = {}, as = fixture.seller) =>
  as('POST', '/v1/license-keys/', { customer_id: fixture.customer.id, benefit_id: fixture.benefit.id, ...attributes });
const refusing = (attributes: object, as = fixture.seller) => expectUnchanged(fixture, () => issue(attributes, as));
const problem = (field: string, msg: string, input: unknown) => ({
  status: 422,
  detail: [{ loc: ['body', field], type: 'value_error', msg, input }],
  changed: false,
});

describe('POST /v1/license-keys/ refuses', () => {
  test('a string that opens or ever opened a key of the organization', async () => {
    const { body } = await issue({ key: 'TAKEN-STRING' });
    const taken = (key: string) => problem('key', 'A license key with this key already exists.', key);
    expect(await refusing({ key: 'TAKEN-STRING' })).toEqual(taken('TAKEN-STRING'));
    await fixture.seller('POST', `/v1/license-keys/${body.id}/rotate`);
    expect(await refusing({ key: 'TAKEN-STRING' })).toEqual(taken('TAKEN-STRING'));
    expect((await issue({ key: 'taken-string' })).status).toBe(201);
  });

  test('a customer that is unknown, deleted or of another organization, and tells none from the other', async () => {
    const deleted = await seedCustomer(fixture.api, fixture.ours.organization.id);
    await fixture.seller('DELETE', `/v1/customers/${deleted.id}`);
    for (const { id } of [{ id: randomUUID() }, deleted, await seedCustomer(fixture.api, fixture.theirs.organization.id)]) {
      expect(await refusing({ customer_id: id })).toEqual(problem('customer_id', 'Customer does not exist.', id));
    }
  });

  test('a benefit that is unknown, deleted or of another organization, and tells none from the other', async () => {
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

  test('a member who is not there, or another customer’s', async () => {
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
