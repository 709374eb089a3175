import { MikroORM } from '@mikro-orm/postgresql';
import { newId } from '#kernel';
import { ormOptions } from '#engine/persistence';
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
  expect(await records.moveSome(organizationId, from, { customerId: to, members: new Map() }, NOW)).toBe(5);
  expect(await records.moveSome(organizationId, from, { customerId: to, members: new Map() }, NOW)).toBe(0);
  expect(await peopleOf(own)).toEqual({ customer_id: to, recipient_id: null });
  expect(await peopleOf(given)).toEqual({ customer_id: to, recipient_id: other });
  expect(await peopleOf(received)).toEqual({ customer_id: other, recipient_id: to });
  for (const id of [givenToTarget, receivedFromTarget])
    expect(await peopleOf(id)).toEqual({ customer_id: to, recipient_id: null });
  expect(await peopleOf(foreign)).toEqual({ customer_id: from, recipient_id: null });
});

test('grants of members move with their members, those of the customer as a whole without one', async () => {
  const [organizationId, from, to, member, remaining, other] = [newId(), newId(), newId(), newId(), newId(), newId()];
  const [personal, whole] = [await grant(organizationId, from, member), await grant(organizationId, from, null)];
  const later = await grant(organizationId, from, other);
  expect((await records.membersOf(organizationId, from)).sort()).toEqual([member, other].sort());
  const holders = async () => {
    const rows = await execute('select id, member_id from entitlements.benefit_grants where customer_id = ?', to);
    return new Map(rows.map((row) => [row['id'], row['member_id']]));
  };
  const move = (members: Map<string, string>) => records.moveSome(organizationId, from, { customerId: to, members }, NOW);
  expect(await move(new Map([[member, remaining]]))).toBe(2);
  expect(await holders()).toEqual(
    new Map([
      [personal, remaining],
      [whole, null],
    ]),
  );
  expect(await move(new Map([[other, other]]))).toBe(1);
  expect((await holders()).get(later)).toBe(other);
  expect(await records.membersOf(organizationId, from)).toEqual([]);
});

test('a customer that has more than fits in a transaction is moved in batches', async () => {
  const [organizationId, from, to] = [newId(), newId(), newId()];
  for (let number = 0; number < 201; number += 1) await grant(organizationId, from, null);
  const move = () => records.moveSome(organizationId, from, { customerId: to, members: new Map() }, NOW);
  expect([await move(), await move(), await move()]).toEqual([200, 1, 0]);
});
