import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { auditedAs } from '#engine/persistence';
import { KeyPool } from '../../domain/pools/key-pool.ts';

const time = () => p.datetime(3);

/** A pool of strings for the keys of a benefit. */
export const KeyPoolMapping = defineEntity({
  name: 'KeyPoolRow',
  schema: 'licensing',
  tableName: 'key_pools',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    benefitId: p.uuid(),
    name: p.text(),
    lowThreshold: p.integer(),
    available: p.integer(),
    claimed: p.integer(),
    createdAt: time(),
    modifiedAt: time().nullable(),
  },
});

auditedAs(KeyPool, KeyPoolMapping, {
  type: 'license_key_pool',
  stateOf: ({ snapshot }) => snapshot,
  without: ['claimed'],
});

/** A string in a pool. The key that is issued with it has its id, and the string. */
export const PoolEntryMapping = defineEntity({
  name: 'PoolEntryRow',
  schema: 'licensing',
  tableName: 'pool_entries',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    poolId: p.uuid(),
    position: p.bigint('number'),
    encryptedKey: p.blob().$type<Buffer>().nullable(),
    displayKey: p.text(),
    createdAt: time(),
    claimedAt: time().nullable(),
  },
});

/** A grant that has no key because its pool was empty. */
export const WaitingGrantMapping = defineEntity({
  name: 'WaitingGrantRow',
  schema: 'licensing',
  tableName: 'waiting_grants',
  properties: {
    organizationId: p.uuid().primary(),
    grantId: p.uuid().primary(),
    poolId: p.uuid(),
    since: time(),
  },
});

/** Rows of pools, as queries select them. */
export interface KeyPoolTables {
  'licensing.key_pools': InferKyselyTable<typeof KeyPoolMapping>;
  'licensing.pool_entries': InferKyselyTable<typeof PoolEntryMapping>;
  'licensing.waiting_grants': InferKyselyTable<typeof WaitingGrantMapping>;
}
