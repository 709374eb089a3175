import { MikroORM } from '@mikro-orm/postgresql';
import { newId } from '#kernel';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { aPurchase } from '../../../testing/purchase.builder.ts';
import { entitlementsTables } from '../../index.ts';
import { MikroOrmOrders } from './orders.repository.ts';
import { SqlRecordsOfCustomers } from './records-of-customers.repository.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

let database: Awaited<ReturnType<typeof freshDatabase>>;
let orm: MikroORM;
let records: SqlRecordsOfCustomers;
beforeAll(async () => {
  database = await freshDatabase();
  orm = await MikroORM.init(ormOptions(database.url, [entitlementsTables]));
  records = new SqlRecordsOfCustomers(orm.em);
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

const execute = (statement: string, ...values: unknown[]) => orm.em.fork().execute(statement, values);
const peopleOf = async (id: string) =>
  (await execute('select customer_id, recipient_id from entitlements.orders where id = ?', id))[0];

async function order(organizationId: string, customerId: string, recipientId: string | null = null): Promise<string> {
  const placed = aPurchase().of(organizationId).by(customerId).order();
  await new MikroOrmOrders(orm.em).add(placed);
  await execute('update entitlements.orders set recipient_id = ? where id = ?', recipientId, placed.id);
  return placed.id;
}

async function grant(organizationId: string, customerId: string, memberId: string | null): Promise<string> {
  const id = newId();
  await execute(
    `insert into entitlements.benefit_grants (id, organization_id, customer_id, member_id, order_id, benefit_id, properties, granted_at,
       revision, state_revision, created_at) values (?, ?, ?, ?, ?, ?, '{}', now(), 1, 1, now())`,
    id,
    organizationId,
    customerId,
    memberId,
    newId(),
    newId(),
  );
  return id;
}

test('buyers and recipients are replaced, and who buys for themselves is no recipient', async () => {
  const [organizationId, from, to, other] = [newId(), newId(), newId(), newId()];
  const own = await order(organizationId, from);
  const given = await order(organizationId, from, other);
  const received = await order(organizationId, other, from);
  const givenToTarget = await order(organizationId, from, to);
  const receivedFromTarget = await order(organizationId, to, from);
  const foreign = await order(newId(), from);
  expect(await records.moveSome(organizationId, from, { customerId: to, ownerId: null }, NOW)).toBe(5);
  expect(await records.moveSome(organizationId, from, { customerId: to, ownerId: null }, NOW)).toBe(0);
  expect(await peopleOf(own)).toEqual({ customer_id: to, recipient_id: null });
  expect(await peopleOf(given)).toEqual({ customer_id: to, recipient_id: other });
  expect(await peopleOf(received)).toEqual({ customer_id: other, recipient_id: to });
  for (const id of [givenToTarget, receivedFromTarget])
    expect(await peopleOf(id)).toEqual({ customer_id: to, recipient_id: null });
  expect(await peopleOf(foreign)).toEqual({ customer_id: from, recipient_id: null });
});

test('grants of a member get the owner, those of the customer as a whole none', async () => {
  const [organizationId, from, to, ownerId] = [newId(), newId(), newId(), newId()];
  const [personal, whole] = [await grant(organizationId, from, newId()), await grant(organizationId, from, null)];
  await records.moveSome(organizationId, from, { customerId: to, ownerId }, NOW);
  const holders = await execute('select id, customer_id, member_id from entitlements.benefit_grants where customer_id = ?', to);
  expect(new Map(holders.map((row) => [row['id'], row['member_id']]))).toEqual(
    new Map([
      [personal, ownerId],
      [whole, null],
    ]),
  );
});

test('a customer that has more than fits in a transaction is moved in batches', async () => {
  const [organizationId, from, to] = [newId(), newId(), newId()];
  for (let number = 0; number < 201; number += 1) await grant(organizationId, from, null);
  const move = () => records.moveSome(organizationId, from, { customerId: to, ownerId: null }, NOW);
  expect([await move(), await move(), await move()]).toEqual([200, 1, 0]);
});
