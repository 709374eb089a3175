import type { Pool } from 'pg';
import { type AggregateStore, aggregateStore } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import { KeyPool } from '../../domain/pools/key-pool.ts';
import type { WhichKeyPool } from '../../domain/pools/key-pools.ts';
import { type FreeEntry, PoolContents } from '../../domain/pools/pool-contents.ts';
import * as sql from './key-pool-statements.ts';
import { claimStrings, type KeyPoolRow, writesForPools } from './key-pool-writes.ts';

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
  readonly row: KeyPoolRow;
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
          sql.LOCK_POOLS.for([...new Map(places.map((place) => [nameOf(place), place])).values()]),
          sql.FIRST_ENTRIES.for(firstEntriesOf(requests)),
          sql.ENTRIES_BY_ID.for(requests.flatMap((request) => inPlacesOf(request, request.entryId))),
          sql.WAITING_BY_GRANT.for(requests.flatMap((request) => inPlacesOf(request, request.grantId))),
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

type LoadedRows = [KeyPoolRow[], EntryRow[], EntryRow[], WaitingRow[]];

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
function firstEntriesOf(requests: readonly WhichKeyPool[]) {
  const wanted = new Map<string, { organizationId: string; poolId: string; wanted: number }>();
  for (const { free = 0, ...which } of requests) {
    if (free === 0) continue;
    for (const place of placesOf(which)) {
      const { organizationId, id: poolId } = place;
      const before = wanted.get(nameOf(place))?.wanted ?? 0;
      wanted.set(nameOf(place), { organizationId, poolId, wanted: before + free });
    }
  }
  return [...wanted.values()];
}

const inPlacesOf = ({ organizations }: WhichKeyPool, id: string | undefined): Place[] =>
  id === undefined ? [] : organizations.map((organizationId) => ({ organizationId, id }));
