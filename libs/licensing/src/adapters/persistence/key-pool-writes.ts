import type { BatchStatement, LoadedRow, StoredProperties } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import type { KeyPool } from '../../domain/pools/key-pool.ts';
import { GrantHasKey } from '../../domain/keys/key-issuance.ts';
import type { KeyPoolMapping } from './key-pool.mapping.ts';
import * as sql from './key-pool-statements.ts';
import { claimAll, insertsOf } from './license-key-writes.ts';

type PoolRow = LoadedRow<StoredProperties<typeof KeyPoolMapping>>;

const addedTo = (pools: readonly KeyPool[]) =>
  pools.flatMap(({ id: poolId, organizationId, contents }) =>
    contents.added.map((entry) => ({ ...entry, organizationId, poolId })),
  );

/** Claims the strings of new entries for the keys that they will be. */
export function claimsOfPools(pools: readonly KeyPool[]): BatchStatement[] {
  return claimAll(
    addedTo(pools).flatMap(({ organizationId, id: licenseKeyId, digests }) =>
      digests.map((each) => ({ organizationId, licenseKeyId, sharesFormWith: null, kind: 'own' as const, ...each })),
    ),
  );
}

/** The positions of new entries whose strings were already taken: not all of their digests could be inserted. */
export function positionsTaken(pools: readonly KeyPool[], claimed: readonly { license_key_id: string }[]): number[] {
  const claims = new Map<string, number>();
  for (const { license_key_id } of claimed) claims.set(license_key_id, (claims.get(license_key_id) ?? 0) + 1);
  return addedTo(pools).flatMap(({ id, digests }, position) => ((claims.get(id) ?? 0) < digests.length ? [position] : []));
}

/** All writes of one transaction. Strings of issued keys may have been added with fewer secrets, so their digests are claimed again. */
export function writesForPools(pools: readonly KeyPool[], rowOf: (pool: KeyPool) => PoolRow, keyring: Keyring): BatchStatement[] {
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
    ...sql.UPDATE_POOLS.of(
      kept.filter((pool) => sql.CHANGED_POOL.hasChanged(pool.snapshot, rowOf(pool))).map(({ snapshot }) => snapshot),
    ),
    ...sql.DELETE_POOLS.of(deleted),
  ];
}

export function rethrowAsHasKey(error: unknown): never {
  throw (error as { constraint?: string }).constraint === 'license_keys_by_grant' ? new GrantHasKey() : error;
}
