import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { BatchTable } from '#engine/persistence';
import type { IncrementMetadata } from '../../domain/counters/counting.ts';

/** Increments with metadata. Each key has a bounded number of positions, of which the next increment replaces the oldest. */
export const KeyIncrementMapping = defineEntity({
  name: 'KeyIncrementRow',
  schema: 'licensing',
  tableName: 'key_increments',
  properties: {
    organizationId: p.uuid().primary(),
    licenseKeyId: p.uuid().primary(),
    position: p.integer().primary(),
    id: p.uuid(),
    counter: p.text(),
    units: p.integer(),
    activationId: p.uuid().nullable(),
    metadata: p.json<IncrementMetadata>(),
    createdAt: p.datetime(3),
  },
});

export interface KeyIncrementTables {
  'licensing.key_increments': InferKyselyTable<typeof KeyIncrementMapping>;
}

/** Part of the group commit in which the counter is written. */
export const WRITE_INCREMENTS = BatchTable.of(KeyIncrementMapping).upsert('license-keys-write-increments');
