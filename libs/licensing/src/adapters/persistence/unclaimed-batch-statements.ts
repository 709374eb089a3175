import { BatchTable } from '#engine/persistence';
import { UnclaimedBatchMapping } from './unclaimed-batch.mapping.ts';

/** The SQL of batches of unclaimed keys. Statements of their strings are those of entries of pools. */

export const BATCHES = BatchTable.of(UnclaimedBatchMapping);
export const LOCK_BATCHES = BATCHES.lock('unclaimed-batches-lock', ['organizationId', 'id']);
export const CHANGED_BATCH = BATCHES.only('name', 'claimUntil', 'claimed', 'stoppedAt', 'modifiedAt');
export const UPDATE_BATCHES = CHANGED_BATCH.update('unclaimed-batches-write');
export const INSERT_BATCHES = BATCHES.insert('unclaimed-batches-insert');

/** A string that nobody has claimed, by the id that its license key will have. Times are in milliseconds. */
export const UNCLAIMED_KEY = {
  text: `select e.organization_id, e.id, b.id as "batchId", b.benefit_id as "benefitId",
      date_part('epoch', b.claim_until) * 1000 as "claimUntil", date_part('epoch', b.stopped_at) * 1000 as "stoppedAt"
    from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join licensing.pool_entries e on e.organization_id = w.organization_id and e.id = w.id and e.claimed_at is null
    join licensing.unclaimed_batches b on b.organization_id = w.organization_id and b.id = e.pool_id`,
  by: ['organization_id', 'id'],
};
