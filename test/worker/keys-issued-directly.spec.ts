import { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let shop: PurchaseFixture;
beforeAll(async () => {
  shop = await openPurchaseFixture();
});
afterAll(() => shop.close());

let count = 0;
const newTeam = () => shop.create('/v1/customers/', { type: 'team', owner: { email: `owner-${++count}@example.com` } });
const newMember = (team: { id: string }) =>
  shop.create(`/v1/customers/${team.id}/members`, { email: `member-${++count}@example.com` });
const issue = (benefit: { id: string }, customer: { id: string }, more: object = {}) =>
  shop.create('/v1/license-keys/', { benefit_id: benefit.id, customer_id: customer.id, ...more });
const statusOf = async ({ id }: { id: string }) => (await shop.seller('GET', `/v1/license-keys/${id}`)).body.status;
const remove = async (url: string): Promise<void> => {
  expect((await shop.seller('DELETE', url)).status).toBe(204);
  await shop.settled();
};

test('the keys of a customer who is deleted are revoked, whatever their status, and told of; those of others stay', async () => {
  const benefit = await shop.benefit();
  const [customer, other] = [await shop.customer(), await shop.customer()];
  const [granted, disabled, theirs] = [
    await issue(benefit, customer),
    await issue(benefit, customer),
    await issue(benefit, other),
  ];
  await shop.seller('PATCH', `/v1/license-keys/${disabled.id}`, { status: 'disabled' });
  await remove(`/v1/customers/${customer.id}`);
  expect(await Promise.all([granted, disabled, theirs].map(statusOf))).toEqual(['revoked', 'revoked', 'granted']);
  const organization_id = shop.ours.organization.id;
  const refused = await shop.seller('POST', '/v1/customer-portal/license-keys/validate', { key: granted.key, organization_id });
  expect([refused.status, refused.headers['license-code']]).toEqual([404, 'REVOKED']);
  const told = await shop.api.app
    .get(EntityManager)
    .fork()
    .execute<{ name: string }[]>('select name from platform.outbox where aggregate_id = ? order by id', [granted.id]);
  expect(told.map(({ name }) => name)).toEqual(['license_key.created', 'license_key.updated', 'license_key.revoked']);
});

test('of a customer with very many keys, every one is', async () => {
  const benefit = await shop.benefit();
  const customer = await shop.customer();
  const order = { benefit_id: benefit.id, customer_id: customer.id };
  await shop.create('/v1/license-keys/', { license_keys: Array.from({ length: 1000 }, () => order) });
  await remove(`/v1/customers/${customer.id}`);
  const { body } = await shop.seller('GET', `/v1/license-keys/?benefit_id=${benefit.id}&status=revoked`);
  expect(body.pagination.total_count).toBe(1000);
});

test('a member who leaves loses its own keys, not those of the others or of the team', async () => {
  const benefit = await shop.benefit();
  const team = await newTeam();
  const [leaving, staying] = [await newMember(team), await newMember(team)];
  const [lost, kept, shared] = [
    await issue(benefit, team, { member_id: leaving.id }),
    await issue(benefit, team, { member_id: staying.id }),
    await issue(benefit, team),
  ];
  await remove(`/v1/customers/${team.id}/members/${leaving.id}`);
  expect(await Promise.all([lost, kept, shared].map(statusOf))).toEqual(['revoked', 'granted', 'granted']);
});

test('a benefit that is deleted takes its keys along', async () => {
  const [benefit, other] = [await shop.benefit(), await shop.benefit()];
  const customer = await shop.customer();
  const [lost, kept] = [await issue(benefit, customer), await issue(other, customer)];
  await remove(`/v1/benefits/${benefit.id}`);
  expect(await Promise.all([lost, kept].map(statusOf))).toEqual(['revoked', 'granted']);
});

test('a key that is issued while its customer, member or benefit is deleted is found by a second look', async () => {
  const [benefit, gone, customer, team] = [await shop.benefit(), await shop.benefit(), await shop.customer(), await newTeam()];
  const member = await newMember(team);
  await shop.settled();
  const holder = new pg.Client(shop.api.databaseUrl);
  await holder.connect();
  await holder.query('begin; lock table licensing.key_strings in share mode');
  const issuing = Promise.all([
    issue(benefit, customer),
    issue(benefit, team, { member_id: member.id }),
    issue(gone, team),
    issue(benefit, team),
  ]);
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await holder.query(waiting)).rowCount! < 4);
  await remove(`/v1/customers/${customer.id}`);
  await remove(`/v1/customers/${team.id}/members/${member.id}`);
  await remove(`/v1/benefits/${gone.id}`);
  await holder.query('rollback');
  await holder.end();
  const keys = await issuing;
  await shop.settled();
  expect(await Promise.all(keys.map(statusOf))).toEqual(['revoked', 'revoked', 'revoked', 'granted']);
});
