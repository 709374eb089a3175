import { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { pgPool } from '#engine/persistence';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { untilBlocked } from '../support/until-blocked.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

let count = 0;
const newTeam = () => fixture.create('/v1/customers/', { type: 'team', owner: { email: `owner-${++count}@example.com` } });
const newMember = (team: { id: string }) =>
  fixture.create(`/v1/customers/${team.id}/members`, { email: `member-${++count}@example.com` });
const issue = (benefit: { id: string }, customer: { id: string }, more: object = {}) =>
  fixture.create('/v1/license-keys/', { benefit_id: benefit.id, customer_id: customer.id, ...more });
const statusOf = async ({ id }: { id: string }) => (await fixture.seller('GET', `/v1/license-keys/${id}`)).body.status;
const remove = async (url: string): Promise<void> => {
  expect((await fixture.seller('DELETE', url)).status).toBe(204);
  await fixture.settled();
};

test('deleting a customer revokes its keys, whatever their status, and publishes events; keys of other customers stay', async () => {
  const benefit = await fixture.benefit();
  const [customer, other] = [await fixture.customer(), await fixture.customer()];
  const [granted, disabled, foreign] = [
    await issue(benefit, customer),
    await issue(benefit, customer),
    await issue(benefit, other),
  ];
  await fixture.seller('PATCH', `/v1/license-keys/${disabled.id}`, { status: 'disabled' });
  await remove(`/v1/customers/${customer.id}`);
  expect(await Promise.all([granted, disabled, foreign].map(statusOf))).toEqual(['revoked', 'revoked', 'granted']);
  const organization_id = fixture.ours.organization.id;
  const validation = await fixture.seller('POST', '/v1/customer-portal/license-keys/validate', {
    key: granted.key,
    organization_id,
  });
  expect([validation.status, validation.headers['license-code']]).toEqual([404, 'REVOKED']);
  const events = await fixture.api.app
    .get(EntityManager)
    .fork()
    .execute<{ name: string }[]>('select name from platform.outbox where aggregate_id = ? order by id', [granted.id]);
  expect(events.map(({ name }) => name)).toEqual(['license_key.created', 'license_key.revoked']);
});

test('deleting a customer with very many keys revokes all of them', async () => {
  const benefit = await fixture.benefit();
  const customer = await fixture.customer();
  const terms = { benefit_id: benefit.id, customer_id: customer.id };
  await fixture.create('/v1/license-keys/', { license_keys: Array.from({ length: 1000 }, () => terms) });
  await remove(`/v1/customers/${customer.id}`);
  const { body } = await fixture.seller('GET', `/v1/license-keys/?benefit_id=${benefit.id}&status=revoked`);
  expect(body.pagination.total_count).toBe(1000);
});

test('deleting a member revokes the keys of that member, not those of other members or of the team', async () => {
  const benefit = await fixture.benefit();
  const team = await newTeam();
  const [leaving, staying] = [await newMember(team), await newMember(team)];
  const [revoked, granted, shared] = [
    await issue(benefit, team, { member_id: leaving.id }),
    await issue(benefit, team, { member_id: staying.id }),
    await issue(benefit, team),
  ];
  await remove(`/v1/customers/${team.id}/members/${leaving.id}`);
  expect(await Promise.all([revoked, granted, shared].map(statusOf))).toEqual(['revoked', 'granted', 'granted']);
});

test('deleting a benefit revokes its keys', async () => {
  const [benefit, other] = [await fixture.benefit(), await fixture.benefit()];
  const customer = await fixture.customer();
  const [revoked, granted] = [await issue(benefit, customer), await issue(other, customer)];
  await remove(`/v1/benefits/${benefit.id}`);
  expect(await Promise.all([revoked, granted].map(statusOf))).toEqual(['revoked', 'granted']);
});

test('a key that is issued while its customer, member or benefit is being deleted is revoked by a later check', async () => {
  const [benefit, deleted, customer, team] = [
    await fixture.benefit(),
    await fixture.benefit(),
    await fixture.customer(),
    await newTeam(),
  ];
  const member = await newMember(team);
  await fixture.settled();
  const keys = [
    await issuedDuring(() => remove(`/v1/customers/${customer.id}`), benefit, customer),
    await issuedDuring(() => remove(`/v1/customers/${team.id}/members/${member.id}`), benefit, team, { member_id: member.id }),
    await issuedDuring(() => remove(`/v1/benefits/${deleted.id}`), deleted, team),
    await issuedDuring(async () => undefined, benefit, team),
  ];
  await fixture.settled();
  expect(await Promise.all(keys.map(statusOf))).toEqual(['revoked', 'revoked', 'revoked', 'granted']);
});

/** Issues a key whose checks are over, and which is not stored yet, when `deletion` begins. */
async function issuedDuring(deletion: () => Promise<unknown>, ...what: Parameters<typeof issue>): ReturnType<typeof issue> {
  const blocker = new pg.Client(fixture.api.databaseUrl);
  await blocker.connect();
  await blocker.query('begin; lock table licensing.key_strings in share mode');
  const issuing = issue(...what);
  await untilBlocked(await pgPool(fixture.api.app.get(EntityManager)));
  await deletion();
  await blocker.query('rollback');
  await blocker.end();
  return issuing;
}
