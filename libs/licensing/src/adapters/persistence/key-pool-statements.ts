import { batchStatement, BatchTable } from '#engine/persistence';
import { KeyPoolMapping, PoolEntryMapping, WaitingGrantMapping } from './key-pool.mapping.ts';
import { KEY_STRINGS } from './license-key-records.ts';
import { isOutdated, type WhichRows } from './license-key-statements.ts';

/** The SQL of the group commit of pools. Every statement takes a whole batch as arrays and is prepared once per connection. */

export const POOLS = BatchTable.of(KeyPoolMapping);
const ENTRIES = BatchTable.of(PoolEntryMapping);
const WAITING = BatchTable.of(WaitingGrantMapping);

export const LOCK_POOLS = POOLS.lock('key-pools-lock', ['organizationId', 'id']);

/**
 * The first entries of each pool, so many as are wanted. The pool is locked, so nobody else takes entries; locking the entries as well
 * waits for those whose strings are being encrypted again.
 */
export const FIRST_ENTRIES = batchStatement(
  'key-pools-first-entries',
  { organizationId: 'uuid', poolId: 'uuid', wanted: 'int' },
  (w) => `select e.id, e.pool_id as "poolId", e.position::float8 as position, e.encrypted_key as "encryptedKey"
    from ${w}
    cross join lateral (
      select f.id from licensing.pool_entries f
      where f.organization_id = w.organization_id and f.pool_id = w.pool_id and f.claimed_at is null
      order by f.position limit w.wanted
    ) due
    join licensing.pool_entries e on e.organization_id = w.organization_id and e.id = due.id
    order by e.id for update of e`,
);

export const ENTRIES_BY_ID = batchStatement(
  'key-pools-entries-by-id',
  { organizationId: 'uuid', id: 'uuid' },
  (w) => `select e.id, e.pool_id as "poolId", e.position::float8 as position,
      case when e.claimed_at is null then e.encrypted_key end as "encryptedKey"
    from ${w} join licensing.pool_entries e on e.organization_id = w.organization_id and e.id = w.id
    order by e.id for update of e`,
);

export const WAITING_BY_GRANT = batchStatement(
  'key-pools-waiting-by-grant',
  { organizationId: 'uuid', id: 'uuid' },
  (w) => `select g.grant_id as "grantId", g.pool_id as "poolId" from ${w}
    join licensing.waiting_grants g on g.organization_id = w.organization_id and g.grant_id = w.id`,
);

export const CHANGED_POOL = POOLS.only('name', 'lowThreshold', 'available', 'claimed', 'modifiedAt');
export const UPDATE_POOLS = CHANGED_POOL.update('key-pools-write');
export const DELETE_POOLS = POOLS.delete('key-pools-delete');
export const INSERT_ENTRIES = ENTRIES.without('position', 'claimedAt').insert('key-pools-insert-entries');
/** The key has the string from now on. */
export const CLAIM_ENTRIES = ENTRIES.only('claimedAt', 'encryptedKey').update('key-pools-claim-entries');
export const DELETE_ENTRIES = ENTRIES.delete('key-pools-delete-entries');
export const DELETE_DIGESTS = KEY_STRINGS.delete('key-pools-delete-digests');
export const INSERT_WAITING = WAITING.upsert('key-pools-insert-waiting');
export const DELETE_WAITING = WAITING.delete('key-pools-delete-waiting');
export const WRITE_ENCRYPTED_ENTRIES = ENTRIES.only('encryptedKey').update('key-pools-write-encrypted');

const IS_OUTDATED = `(e.organization_id, e.id) > ($1::uuid, $2::uuid) and e.claimed_at is null
  and ${isOutdated('e', '$3::bytea')}`;

/** Entries that were encrypted by another secret than the one with this mark. */
export const OUTDATED_ENTRIES = {
  name: 'key-pools-lock-outdated',
  lock: (which: WhichRows): string => `
    select e.organization_id as "organizationId", e.id, e.encrypted_key as "encryptedKey",
      coalesce((select s.kind from licensing.key_strings s
        where s.organization_id = e.organization_id and s.license_key_id = e.id limit 1), 'own') as kind
    from licensing.pool_entries e where ${IS_OUTDATED} and ${which('e')}
    order by e.organization_id, e.id limit $4 for update of e`,
  nextOrganization: `
    select e.organization_id from licensing.pool_entries e where ${IS_OUTDATED} order by e.organization_id, e.id limit 1`,
};
