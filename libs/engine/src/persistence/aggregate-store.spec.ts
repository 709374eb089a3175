import { defineEntity, p } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { AggregateRoot, ResourceNotFound } from '#kernel';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { aggregateRows } from './aggregate-rows.ts';
import { aggregateStore } from './aggregate-store.ts';
import { BatchTable } from './batch-table.ts';
import { pgPool } from './kysely.ts';
import { ormOptions } from './orm-options.ts';
import { rowStore } from './row-store.ts';

interface AccountState {
  readonly organizationId: string;
  readonly id: string;
  name: string;
  balance: number;
}

class Account extends AggregateRoot<AccountState> {
  get balance(): number {
    return this.state.balance;
  }

  withdraw(amount: number): number {
    this.state.balance -= amount;
    if (this.state.balance < 0) throw new RangeError('Not enough');
    return this.state.balance;
  }
}

const AccountMapping = defineEntity({
  name: 'AccountRow',
  schema: 'public',
  tableName: 'accounts',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    balance: p.integer(),
    created_at: p.datetime(3),
    modified_at: p.datetime(3).nullable(),
  },
});

const [ACME, GLOBEX, ID] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`) as [
  string,
  string,
  string,
];

interface Which {
  readonly id: string;
  readonly organizations: readonly string[];
}

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let orm: MikroORM;
let pool: Pool;
beforeAll(async () => {
  database = await emptyDatabase();
  orm = await MikroORM.init(ormOptions(database.url, [], { connections: 1 }));
  pool = await pgPool(orm.em);
  await pool.query(`create table accounts (organization_id uuid, id uuid, name text not null, balance int not null,
    created_at timestamptz not null default now(), modified_at timestamptz, primary key (organization_id, id))`);
});
beforeEach(async () => {
  await pool.query('truncate accounts');
  await pool.query(`insert into accounts (organization_id, id, name, balance) values ($1, $2, 'Savings', 10)`, [ACME, ID]);
});
afterAll(async () => {
  await orm.close(true);
  await database.drop();
});

const stored = async () =>
  (await pool.query('select balance, modified_at is not null as "isModified", xmin::text as version from accounts')).rows[0] as {
    balance: number;
    isModified: boolean;
    version: string;
  };

describe('the store of a row', () => {
  const accounts = rowStore(async () => pool, aggregateRows(Account, AccountMapping), {
    by: ['organizationId', 'id'],
    placesOf: ({ id, organizations }: Which) => organizations.map((organizationId) => ({ organizationId, id })),
  });
  const withdraw = (amount: number, organizations: readonly string[] = [GLOBEX, ACME]): Promise<number> =>
    accounts.change({ id: ID, organizations }, (account) => account.withdraw(amount));

  test('writes the row with the time of the system', async () => {
    expect(await withdraw(3)).toBe(7);
    expect(await stored()).toMatchObject({ balance: 7, isModified: true });
  });

  test('leaves nothing of a change that throws, and makes those before and after it', async () => {
    const outcomes = await Promise.allSettled([withdraw(4), withdraw(100), withdraw(1)]);
    expect(outcomes).toMatchObject([{ value: 6 }, { reason: expect.any(RangeError) }, { value: 5 }]);
    expect(await stored()).toMatchObject({ balance: 5 });
  });

  test('does not write a row that has not changed', async () => {
    const before = await stored();
    await withdraw(0);
    expect(await stored()).toEqual(before);
  });

  test('does not find a row elsewhere', async () => {
    await expect(withdraw(1, [GLOBEX])).rejects.toBeInstanceOf(ResourceNotFound);
    await expect(withdraw(1, [])).rejects.toBeInstanceOf(ResourceNotFound);
  });

  test('previews a change, and stores nothing', async () => {
    const preview = accounts.preview({ id: ID, organizations: [ACME] }, (account) => account.withdraw(2));
    expect(await Promise.all([preview, withdraw(1)])).toEqual([8, 9]);
    expect(await stored()).toMatchObject({ balance: 9 });
  });
});

describe('a store that is declared by hand', () => {
  const LOCK = BatchTable.of(AccountMapping).lock('accounts-lock', ['organizationId', 'id']);
  const failing = (at: 'load' | 'writes') =>
    aggregateStore<string, { readonly id: string }>(async () => pool, {
      name: 'Account',
      batchOf: (requests) => ({
        reads: [LOCK.for(requests.map((id) => ({ organizationId: ACME, id })))],
        load: async (rows) => {
          await Promise.resolve();
          if (at === 'load') throw new RangeError(at);
          const writes = (): never => {
            throw new RangeError(at);
          };
          return { found: rows[0] as { id: string }[], writes };
        },
      }),
    });

  test.each(['load', 'writes'] as const)('rolls back if %s throws, and gives its connection back', async (at) => {
    await expect(failing(at).change(ID, () => undefined)).rejects.toThrow(at);
    expect(await stored()).toMatchObject({ balance: 10 });
  });

  test('makes no previews without copies', async () => {
    await expect(failing('writes').preview(ID, () => undefined)).rejects.toThrow('Account has no previews');
  });
});
