import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { newId } from '#kernel';
import { emptyDatabase } from '../../../../test/support/database.ts';
import { ormOptions } from './orm-options.ts';
import { FEW_ROWS, ShortLists } from './short-lists.ts';

interface Row {
  readonly id: string;
  readonly label: string;
}

const [ORGANIZATION, OTHER] = [newId(), newId()];

let orm: MikroORM;
let drop: () => Promise<void>;
let lists: ShortLists<Row>;
beforeAll(async () => {
  const database = await emptyDatabase();
  ({ drop } = database);
  orm = await MikroORM.init(ormOptions(database.url, []));
  const { em } = orm;
  await em
    .fork()
    .execute(
      'create table things (organization_id uuid, owner_id uuid, id uuid, label text, removed boolean, created_at timestamptz)',
    );
  const columns = ['id', 'label'];
  lists = new ShortLists<Row>(em, { table: 'things', columns, owner: 'owner_id', where: sql`not removed` });
});
afterAll(async () => {
  await orm.close(true);
  await drop();
});

/** Adds things with these labels, oldest first, and one that is removed. Returns the owner. */
async function ownerOf(labels: readonly string[], organizationId = ORGANIZATION): Promise<string> {
  const owner = newId();
  const add = (label: string, removed: boolean, second: number) =>
    orm.em
      .fork()
      .execute(
        `insert into things values (?, ?, gen_random_uuid(), ?, ?, timestamptz '2026-01-01 00:00+00' + ? * interval '1 second')`,
        [organizationId, owner, label, removed, second],
      );
  await add('removed', true, 0);
  for (const [index, label] of labels.toReversed().entries()) await add(label, false, labels.length - index);
  return owner;
}

const labelsOf = (rows: readonly Row[] | null) => rows?.map(({ label }) => label);

test('lists of several owners are read together, each oldest first', async () => {
  const [one, two] = [await ownerOf(['a', 'b']), await ownerOf(['c'])];
  const found = await Promise.all([one, two, newId()].map((owner) => lists.read(ORGANIZATION, owner)));
  expect(found.map(labelsOf)).toEqual([['a', 'b'], ['c'], []]);
  expect(found[1]).toEqual([{ id: expect.any(String), label: 'c' }]);
});

test('the list of an owner is empty in another organization', async () => {
  const owner = await ownerOf(['a'], OTHER);
  const found = await Promise.all([lists.read(ORGANIZATION, owner), lists.read(OTHER, owner)]);
  expect(found.map(labelsOf)).toEqual([[], ['a']]);
});

test('a list of more than few rows is null', async () => {
  const labels = Array.from({ length: FEW_ROWS + 1 }, (_label, index) => `${index}`);
  const [few, more] = [await ownerOf(labels.slice(1)), await ownerOf(labels)];
  const [short, long] = await Promise.all([lists.read(ORGANIZATION, few), lists.read(ORGANIZATION, more)]);
  expect([short?.length, long]).toEqual([FEW_ROWS, null]);
});
