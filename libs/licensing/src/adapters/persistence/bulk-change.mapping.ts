import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { auditedAs } from '#engine/persistence';
import type { BulkAction, BulkOutcome, BulkRefusal, BulkStatus, StoredTerms } from '#support/bulk-changes';
import { BulkChange } from '../../domain/bulk/bulk-change.ts';

const time = () => p.datetime(3);

export const BulkChangeMapping = defineEntity({
  name: 'BulkChangeRow',
  schema: 'licensing',
  tableName: 'bulk_changes',
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    action: p.json<BulkAction>(),
    status: p.text().$type<BulkStatus>(),
    total: p.integer(),
    changed: p.integer(),
    refused: p.integer(),
    restored: p.integer(),
    kept: p.integer(),
    createdAt: time(),
    modifiedAt: time().nullable(),
    finishedAt: time().nullable(),
  },
});

export const BulkChangeEntryMapping = defineEntity({
  name: 'BulkChangeEntryRow',
  schema: 'licensing',
  tableName: 'bulk_change_entries',
  properties: {
    organizationId: p.uuid().primary(),
    bulkChangeId: p.uuid().primary(),
    licenseKeyId: p.uuid().primary(),
    outcome: p.text().$type<BulkOutcome>(),
    code: p.text().$type<BulkRefusal>().nullable(),
    before: p.json<StoredTerms>().nullable(),
    after: p.json<StoredTerms>().nullable(),
  },
});

/** Its parts are the entries: the log has neither how far it has come nor a line for each part. */
auditedAs(BulkChange, BulkChangeMapping, {
  type: 'license_key_bulk_change',
  stateOf: ({ snapshot }) => snapshot,
  without: ['changed', 'refused', 'restored', 'kept', 'finishedAt'],
});

/** Rows of bulk changes, as queries select them. */
export interface BulkChangeTables {
  'licensing.bulk_changes': InferKyselyTable<typeof BulkChangeMapping>;
  'licensing.bulk_change_entries': InferKyselyTable<typeof BulkChangeEntryMapping>;
}
