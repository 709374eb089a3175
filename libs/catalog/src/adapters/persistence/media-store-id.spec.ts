import pg from 'pg';
import { newId } from '#kernel';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { InMemoryMediaStore } from '../../../testing/index.ts';
import { mediaStoreIdIn, otherMediaStore } from './media-store-id.ts';

let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

test('the first store is that of the database, and another one is told from it', async () => {
  const [store, other] = [new InMemoryMediaStore(), new InMemoryMediaStore()];
  expect(await otherMediaStore(client, store)).toBeUndefined();
  const id = await store.id();
  expect(await mediaStoreIdIn(client)).toBe(id);
  expect([await otherMediaStore(client, store), await otherMediaStore(client, other)]).toEqual([undefined, id]);
  await other.claim(newId());
  expect([await otherMediaStore(client, other), await mediaStoreIdIn(client)]).toEqual([id, id]);
});

test('processes that start at once take the same id', async () => {
  const store = new InMemoryMediaStore();
  const second = new pg.Client(database.url);
  await second.connect();
  try {
    const others = await Promise.all([client, second].map((each) => otherMediaStore(each, store)));
    expect([...others, await mediaStoreIdIn(client)]).toEqual([undefined, undefined, await store.id()]);
  } finally {
    await second.end();
  }
});

test('a store that follows the one of the database replaces it', async () => {
  const [former, store] = [new InMemoryMediaStore(), new InMemoryMediaStore()];
  await otherMediaStore(client, former);
  expect(await otherMediaStore(client, store, new InMemoryMediaStore())).toBe(await former.id());
  expect(await otherMediaStore(client, store, former)).toBeUndefined();
  expect(await mediaStoreIdIn(client)).toBe(await store.id());
  expect(await otherMediaStore(client, former)).toBe(await store.id());
});
