export { AddressJson, type AddressShape } from './address-json.ts';
export { arrayOf } from './table-columns.ts';
export { beginningOf, type Interval, INTERVALS, intervalStarts, isUnknownZone, MAX_DAYS } from './calendar-intervals.ts';
export {
  attributeTo,
  auditedAs,
  AuditedPart,
  recordAction,
  recordChange,
  recordChanges,
  recordChangesOf,
  recordedByTime,
  type RecordedChange,
  type Snapshot,
  snapshotsOf,
} from './audited.ts';
export {
  batchStatement,
  type BatchStatement,
  BatchTable,
  type LoadedRow,
  type StoredProperties,
  type TableStatement,
} from './batch-table.ts';
export { rowStore } from './row-store.ts';
export { addRows, changeOne, inTransaction } from './unit-of-work.ts';
export { aggregateRows } from './aggregate-rows.ts';
export type { LockedAggregates } from './locked-aggregates.ts';
export type { InColumn } from './differing-columns.ts';
export { partRows } from './part-rows.ts';
export { ASSERT_WRITABLE } from './assert-writable.ts';
export { DatabaseModule } from './database.module.ts';
export { CommittedWrites } from './committed-writes.ts';
export { DeferredWrites } from './deferred-writes.ts';
export { createdAt, eachOnCoordinator, firstRows, readByOrganization } from './distributed-tables.ts';
export { type AggregateStore, aggregateStore, insertionStore, type NewAggregates, newAggregates } from './aggregate-store.ts';
export type { BatchReads, LockedBatch } from './locked-batch.ts';
export { BatchLoader, pairKey, unzipPairs } from './batch-loader.ts';
export { RowLoader } from './row-loader.ts';
export {
  findByTags,
  type FoundByTags,
  isTagged,
  lockOfTags,
  tagsOfEach,
  tagsOfRecord,
  tagsOfRecords,
  type TagTable,
  usedTags,
  usedTagsIn,
} from './record-tags.ts';
export { newestTagged } from './newest-tagged.ts';
export { TableTags } from './table-tags.ts';
export { reencryptColumns } from './reencrypt-columns.ts';
export { findByMetadata, metadataMatches, orderByWithId, orderTerms, type Sorting } from './list-query.ts';
export { readOrStreamList, streamList } from './keyset.ts';
export { FEW_ROWS, ShortLists } from './short-lists.ts';
export { migrate, MigrationBlocked, migrationState } from './migrate.ts';
export { isDatabaseUnavailable, isStatementTimeout } from './is-unavailable.ts';
export { PipelinedTransaction } from './pipelined-transaction.ts';
export { settleTogether } from './batches.ts';
export { asCaller, GroupedTransactions, type SharedCall } from './grouped-transactions.ts';
export { anyOf, pgPool } from './kysely.ts';
export { maintainTable } from './maintain-table.ts';
export { isCoordinator } from './pooled-client.ts';
export { containing, hasLetterOrDigit, hasTrigram } from './text-search.ts';
export { type FoundByPart, isFound, PartFinder, refersToFound, type SearchedTable } from './reads/find-by-part.ts';
export { fixedRead } from './reads/fixed-read.ts';
export { readDb } from './reads/read-db.ts';
export { noteRevokedTokens } from './revoked-tokens.ts';
export { type EncryptedColumn, migrationNames, ormOptions, type Placement, placementsOf, type Tables } from './orm-options.ts';
export { quotaIdOf, setQuotas } from './quotas.ts';
export { addUpRows, areRowsCounted, type CountedRows, givenFilters, recountRows, type Total, totalOfRows } from './row-counts.ts';
export { deleteOrganizationData, type OrganizationRows } from './organization-data.ts';
