import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { auditedAs } from '#engine/persistence';
import { UnclaimedBatch } from '../../domain/batches/unclaimed-batch.ts';

const time = () => p.datetime(3);

/** A batch of unclaimed keys. Its strings are in `licensing.pool_entries`, by its id. */
export const UnclaimedBatchMapping = defineEntity({
  name: 'UnclaimedBatchRow',
  schema: 'licensing',
  tableName: 'unclaimed_batches',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    benefitId: p.uuid(),
    name: p.text(),
    claimUntil: time().nullable(),
    size: p.integer(),
    claimed: p.integer(),
    stoppedAt: time().nullable(),
    createdAt: time(),
    modifiedAt: time().nullable(),
  },
});

auditedAs(UnclaimedBatch, UnclaimedBatchMapping, {
  type: 'license_key_batch',
  stateOf: ({ snapshot }) => snapshot,
  without: ['claimed'],
});

/** Rows of batches, as queries select them. */
export interface UnclaimedBatchTables {
  'licensing.unclaimed_batches': InferKyselyTable<typeof UnclaimedBatchMapping>;
}
