import type { Pool } from 'pg';
import {
  type AggregateStore,
  aggregateStore,
  arrayOf,
  type BatchStatement,
  type LoadedRow,
  type PipelinedTransaction,
  type StoredProperties,
} from '#platform/persistence';
import type { Keyring } from '#platform/secrets';
import { KeyStringsTaken } from '../../domain/keys/key-issuance.ts';
import { KeyPool } from '../../domain/pools/key-pool.ts';
import type { WhichKeyPool } from '../../domain/pools/key-pools.ts';
import { type FreeEntry, PoolContents } from '../../domain/pools/pool-contents.ts';
import type { KeyPoolMapping } from './key-pool.mapping.ts';
import * as sql from './key-pool-statements.ts';
import { claimAll, insertsOf, takenOf } from './license-key-writes.ts';

type PoolRow = LoadedRow<StoredProperties<typeof KeyPoolMapping>>;

interface EntryRow {
  readonly id: string;
  readonly poolId: string;
  readonly position: number;
  readonly encryptedKey: Buffer | null;
}

interface WaitingRow {
  readonly grantId: string;
  readonly poolId: string;
}

interface LoadedPool {
  readonly pool: KeyPool;
  readonly row: PoolRow;
}

/** The store of pools: keys of grants that are issued at the same time take their entries in one transaction. */
export const keyPoolStore = (pool: () => Promise<Pool>, keyring: Keyring): AggregateStore<WhichKeyPool, KeyPool> =>
  aggregateStore(pool, {
    name: 'KeyPool',
    organizationOf: ({ organizations }) => organizations[0]!,
    eventsOf: (changed) => [...issuedBy(changed), changed].flatMap((each) => each.pullEvents()),
    /** Keys that are issued with entries are new. */
    auditedOf: (changed) => [changed, ...issuedBy(changed)],
    batchOf: (requests) => {
      const places = requests.flatMap(placesOf);
      return {
        reads: [
          ...sql.LOCK_POOLS.of([...new Map(places.map((place) => [nameOf(place), place])).values()]),
          firstEntriesOf(requests),
          { ...sql.ENTRIES_BY_ID, values: named(requests, 'entryId') },
          { ...sql.WAITING_BY_GRANT, values: named(requests, 'grantId') },
        ],
        load: (rows, transaction) => {
          const loaded = loadedOf(rows as LoadedRows, keyring);
          return {
            found: requests.map((request) =>
              placesOf(request)
                .map((place) => loaded.get(nameOf(place))?.pool)
                .find(Boolean),
            ),
            writes: async (changed) => {
              await claimStrings(transaction, changed);
              return writesForPools(changed, (each) => loaded.get(nameOf(each))!.row, keyring);
            },
          };
        },
      };
    },
  });

type LoadedRows = [PoolRow[], EntryRow[], EntryRow[], WaitingRow[]];

interface Place {
  readonly organizationId: string;
  readonly id: string;
}

const nameOf = ({ organizationId, id }: Place): string => `${organizationId} ${id}`;

const placesOf = ({ id, organizations }: WhichKeyPool): Place[] =>
  organizations.map((organizationId) => ({ organizationId, id }));

const issuedBy = ({ contents }: KeyPool) => contents.issued.map(({ key }) => key);

function loadedOf([locked, free, found, waiting]: LoadedRows, keyring: Keyring): ReadonlyMap<string, LoadedPool> {
  const opened = ({ id, encryptedKey }: EntryRow): FreeEntry | null => encryptedKey && { id, key: keyring.decrypt(encryptedKey) };
  return new Map(
    locked.map((row) => {
      const isOfPool = ({ poolId }: { readonly poolId: string }): boolean => poolId === row.id;
      const contents = new PoolContents(
        free
          .filter(isOfPool)
          .sort((a, b) => a.position - b.position)
          .map((entry) => opened(entry)!),
        new Map(found.filter(isOfPool).map((entry) => [entry.id, opened(entry)])),
        new Set(waiting.filter(isOfPool).map(({ grantId }) => grantId)),
      );
      return [nameOf(row), { pool: KeyPool.restore(sql.POOLS.read(row), contents), row }];
    }),
  );
}

/** As many as all commands of the batch want together. */
function firstEntriesOf(requests: readonly WhichKeyPool[]): BatchStatement {
  const wanted = new Map<string, Place & { number: number }>();
  for (const { free = 0, ...which } of requests) {
    if (free === 0) continue;
    for (const place of placesOf(which)) {
      const name = nameOf(place);
      wanted.set(name, { ...place, number: (wanted.get(name)?.number ?? 0) + free });
    }
  }
  const all = [...wanted.values()];
  const values = [all.map(({ organizationId }) => organizationId), all.map(({ id }) => id), all.map(({ number }) => number)];
  return { ...sql.FIRST_ENTRIES, values };
}

function named(requests: readonly WhichKeyPool[], field: 'entryId' | 'grantId'): unknown[] {
  const pairs = requests.flatMap(({ organizations, [field]: id }) =>
    id === undefined ? [] : organizations.map((organizationId) => ({ organizationId, id })),
  );
  return [
    arrayOf(
      'uuid',
      pairs.map(({ organizationId }) => organizationId),
    ),
    arrayOf(
      'uuid',
      pairs.map(({ id }) => id),
    ),
  ];
}

const addedTo = (pools: readonly KeyPool[]) =>
  pools.flatMap(({ id: poolId, organizationId, contents }) =>
    contents.added.map((entry) => ({ ...entry, organizationId, poolId })),
  );

/** Claims the strings of new entries for the keys that they will be: one more round trip, only for batches that add entries. */
async function claimStrings(transaction: PipelinedTransaction, changed: readonly KeyPool[]): Promise<void> {
  const added = addedTo(changed);
  const claims = added.flatMap(({ organizationId, id: licenseKeyId, digests }) =>
    digests.map((each) => ({ organizationId, licenseKeyId, sharesFormWith: null, kind: 'own' as const, ...each })),
  );
  if (claims.length === 0) return;
  const [claimed] = await transaction.read(claimAll(claims));
  const taken = takenOf(added, claimed!, ({ digests }) => digests.length);
  if (taken.length > 0) throw new KeyStringsTaken(taken);
}

/** All writes of one transaction. Strings of issued keys may have been added with fewer secrets, so their digests are claimed again. */
function writesForPools(pools: readonly KeyPool[], rowOf: (pool: KeyPool) => PoolRow, keyring: Keyring): BatchStatement[] {
  const issued = pools.flatMap(({ contents }) => contents.issued);
  const keys = issued.map(({ key }) => key);
  const stored = keys.length > 0 ? insertsOf(keys, keyring) : undefined;
  const removed = pools.flatMap(({ organizationId, contents }) =>
    contents.removed.map((entry) => ({ ...entry, organizationId })),
  );
  const digests = removed.flatMap(({ organizationId, key }) =>
    keyring.digests('license-key', key).map((digest) => ({ organizationId, digest })),
  );
  const newlyWaiting = pools.flatMap(({ organizationId, id: poolId, contents }) =>
    contents.newlyWaiting.map((grant) => ({ ...grant, organizationId, poolId })),
  );
  const [deleted, kept] = [
    pools.map(({ snapshot }) => snapshot).filter(({ deletedAt }) => deletedAt !== null),
    pools.filter(({ snapshot }) => snapshot.deletedAt === null),
  ];
  return [
    ...(stored ? [stored.claim, ...stored.inserts] : []),
    ...sql.INSERT_ENTRIES.of(addedTo(pools)),
    ...sql.CLAIM_ENTRIES.of(
      issued.map(({ key: { organizationId, id }, at }) => ({ organizationId, id, claimedAt: at, encryptedKey: null })),
    ),
    ...sql.DELETE_WAITING.of(keys.flatMap(({ organizationId, grantId }) => (grantId ? [{ organizationId, grantId }] : []))),
    ...sql.INSERT_WAITING.of(newlyWaiting),
    ...sql.DELETE_ENTRIES.of(removed),
    ...sql.DELETE_DIGESTS.of(digests),
    ...sql.UPDATE_POOLS.of(sql.CHANGED_POOL.changed(kept.map((pool) => ({ state: pool.snapshot, row: rowOf(pool) })))),
    ...sql.DELETE_POOLS.of(deleted),
  ];
}
