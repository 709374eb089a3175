import type { BatchStatement, LoadedRow, PipelinedTransaction, StoredProperties } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import { KeyStringsTaken } from '../../domain/keys/key-issuance.ts';
import type { KeyPool } from '../../domain/pools/key-pool.ts';
import type { KeyPoolMapping } from './key-pool.mapping.ts';
import * as sql from './key-pool-statements.ts';
import { claimAll, insertsOf, takenOf } from './license-key-writes.ts';

export type KeyPoolRow = LoadedRow<StoredProperties<typeof KeyPoolMapping>>;

/** What holds strings of future keys: a pool, or a batch of unclaimed keys. */
type Holder = Pick<KeyPool, 'id' | 'organizationId' | 'contents'>;

const addedTo = (holders: readonly Holder[]) =>
  holders.flatMap(({ id: poolId, organizationId, contents }) =>
    contents.added.map((entry) => ({ ...entry, organizationId, poolId })),
  );

/** Claims the strings of new entries for the keys that they will be: one more round trip, only where entries are added. */
export async function claimStrings(transaction: PipelinedTransaction, changed: readonly Holder[]): Promise<void> {
  const added = addedTo(changed);
  const claims = added.flatMap(({ organizationId, id: licenseKeyId, digests, kind }) =>
    digests.map((each) => ({ organizationId, licenseKeyId, sharesFormWith: null, kind, ...each })),
  );
  if (claims.length === 0) return;
  const [claimed] = await transaction.read(claimAll(claims));
  const taken = takenOf(added, claimed!, ({ digests }) => digests.length);
  if (taken.length > 0) throw new KeyStringsTaken(taken);
}

/** Stores new entries and the keys that were issued with some, whose strings may have been added with fewer secrets: their digests are claimed again. */
export function writesOfEntries(holders: readonly Holder[], keyring: Keyring): BatchStatement[] {
  const issued = holders.flatMap(({ contents }) => contents.issued);
  const stored =
    issued.length > 0
      ? insertsOf(
          issued.map(({ key }) => key),
          keyring,
        )
      : undefined;
  return [
    ...(stored ? [stored.claim, ...stored.inserts] : []),
    ...sql.INSERT_ENTRIES.of(addedTo(holders)),
    ...sql.CLAIM_ENTRIES.of(
      issued.map(({ key: { organizationId, id }, at }) => ({ organizationId, id, claimedAt: at, encryptedKey: null })),
    ),
  ];
}

/** All writes of one transaction. */
export function writesForPools(
  pools: readonly KeyPool[],
  rowOf: (pool: KeyPool) => KeyPoolRow,
  keyring: Keyring,
): BatchStatement[] {
  const keys = pools.flatMap(({ contents }) => contents.issued).map(({ key }) => key);
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
    ...writesOfEntries(pools, keyring),
    ...sql.DELETE_WAITING.of(keys.flatMap(({ organizationId, grantId }) => (grantId ? [{ organizationId, grantId }] : []))),
    ...sql.INSERT_WAITING.of(newlyWaiting),
    ...sql.DELETE_ENTRIES.of(removed),
    ...sql.DELETE_DIGESTS.of(digests),
    ...sql.UPDATE_POOLS.of(sql.CHANGED_POOL.changed(kept.map((pool) => ({ state: pool.snapshot, row: rowOf(pool) })))),
    ...sql.DELETE_POOLS.of(deleted),
  ];
}
