import type { Pool } from 'pg';
import type { OrganizationClocks } from '#platform/clocks';
import {
  type AggregateStore,
  aggregateStore,
  type BatchStatement,
  BatchTable,
  insertionStore,
  type LoadedRow,
  type NewAggregates,
  type StoredProperties,
} from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import { BulkChange } from '../../domain/bulk/bulk-change.ts';
import type { WhichBulkChange } from '../../domain/bulk/bulk-changes.ts';
import { isTagAction } from '../../domain/bulk/bulk-action.ts';
import { BulkEntry } from '../../domain/bulk/bulk-entry.ts';
import { BulkChangeEntryMapping, BulkChangeMapping } from './bulk-change.mapping.ts';
import { LockedTags } from './bulk-tags.ts';
import { BY_ID } from './license-key-search.ts';
import { auditedOfKey, licenseKeyBatch } from './license-key-store.ts';

type ChangeRow = LoadedRow<StoredProperties<typeof BulkChangeMapping>>;
type EntryRow = LoadedRow<StoredProperties<typeof BulkChangeEntryMapping>>;

const CHANGES = BatchTable.of(BulkChangeMapping);
const ENTRIES = BatchTable.of(BulkChangeEntryMapping);
const LOCK_CHANGES = CHANGES.lock('bulk-changes-lock', ['organizationId', 'id']);
const PROGRESS = CHANGES.only('status', 'changed', 'refused', 'restored', 'kept', 'modifiedAt', 'finishedAt');
const WRITE_PROGRESS = PROGRESS.update('bulk-changes-write');
const INSERT_CHANGES = CHANGES.insert('bulk-changes-insert');
const INSERT_ENTRIES = ENTRIES.insert('bulk-change-entries-insert');
/** Entries change only while their bulk change is locked. */
const READ_ENTRIES = ENTRIES.lock('bulk-change-entries-lock', ['organizationId', 'bulkChangeId', 'licenseKeyId']);
const OUTCOME = ENTRIES.only('outcome', 'code', 'before', 'after');
const WRITE_OUTCOMES = OUTCOME.update('bulk-change-entries-write');

/** A new bulk change with its keys. */
export interface NewBulkChange extends NewAggregates<BulkChange> {
  readonly licenseKeyIds: readonly string[];
}

interface Dependencies {
  readonly keyring: Keyring;
  readonly clocks: OrganizationClocks;
}

/** The store of new bulk changes. */
export const bulkChangeInsertion = (pool: () => Promise<Pool>): AggregateStore<NewBulkChange, NewBulkChange> =>
  insertionStore(pool, {
    name: 'new BulkChange',
    organizationOf: ({ added }) => added[0]!.organizationId,
    batchOf: (requests) => ({
      reads: [],
      load: () => ({
        found: requests,
        writes: () => [
          ...INSERT_CHANGES.of(requests.flatMap(({ added }) => added.map(({ snapshot }) => snapshot))),
          ...INSERT_ENTRIES.of(
            requests.flatMap(({ added, licenseKeyIds }) => added.flatMap((change) => change.entriesOf(licenseKeyIds))),
          ),
        ],
      }),
    }),
  });

const nameOf = (organizationId: string, id: string): string => `${organizationId} ${id}`;

const keysOf = ({ part }: BulkChange) => part.flatMap(({ key }) => key ?? []);
const tagsOf = ({ part }: BulkChange) => part.flatMap(({ tags }) => tags ?? []);

/** The store of bulk changes, with the keys of the entries that a request is about. */
export const bulkChangeStore = (
  pool: () => Promise<Pool>,
  dependencies: Dependencies,
): AggregateStore<WhichBulkChange, BulkChange> =>
  aggregateStore(pool, {
    name: 'BulkChange',
    organizationOf: ({ organizationId }) => organizationId,
    eventsOf: (change) => [...keysOf(change), change].flatMap((each) => each.pullEvents()),
    auditedOf: (change) => [change, ...keysOf(change).flatMap(auditedOfKey), ...tagsOf(change)],
    batchOf: (requests) => {
      const places = new Map(requests.map(({ organizationId, id }) => [nameOf(organizationId, id), { organizationId, id }]));
      const named = requests.flatMap(({ organizationId, id: bulkChangeId, licenseKeyIds = [] }) =>
        licenseKeyIds.map((licenseKeyId) => ({ organizationId, bulkChangeId, licenseKeyId })),
      );
      return {
        reads: [LOCK_CHANGES.for([...places.values()])],
        load: async ([locked], transaction) => {
          const tagging = new Set((locked as ChangeRow[]).flatMap(({ id, action }) => (isTagAction(action) ? id : [])));
          const [tagged, others] = [true, false].map((isTagged) =>
            named.filter(({ bulkChangeId }) => tagging.has(bulkChangeId) === isTagged),
          ) as [typeof named, typeof named];
          const whichKeys = others.map(({ organizationId, licenseKeyId: id }) => ({ id, within: [organizationId] }));
          const keys = licenseKeyBatch(BY_ID, whichKeys, dependencies);
          const [entryRows = [], ...keyRows] =
            named.length > 0
              ? await transaction.read([...READ_ENTRIES.ofDistinct(named), ...(others.length > 0 ? keys.reads : [])])
              : [];
          const heldKeys = others.length > 0 ? await keys.load(keyRows, transaction) : undefined;
          const heldTags = await LockedTags.read(transaction, tagged);
          const keyById = new Map(heldKeys?.found.flatMap((key) => (key ? [[key.id, key] as const] : [])));
          const entries = (entryRows as EntryRow[]).map((row) => ({
            row,
            entry: new BulkEntry(
              ENTRIES.read(row),
              keyById.get(row.licenseKeyId),
              tagging.has(row.bulkChangeId) ? heldTags.of(row.licenseKeyId) : undefined,
            ),
          }));
          const changes = new Map(
            (locked as ChangeRow[]).map((row) => {
              const own = entries.filter(({ row: { bulkChangeId } }) => bulkChangeId === row.id).map(({ entry }) => entry);
              return [nameOf(row.organizationId, row.id), { row, change: BulkChange.restore(CHANGES.read(row), own) }];
            }),
          );
          return {
            found: requests.map(({ organizationId, id }) => changes.get(nameOf(organizationId, id))?.change),
            writes: async (changed): Promise<BatchStatement[]> => {
              const progress = changed.map((change) => ({
                state: change.snapshot,
                row: changes.get(nameOf(change.organizationId, change.id))!.row,
              }));
              const outcomes = entries.map(({ row, entry }) => ({ state: entry.current, row }));
              const changedKeys = [...new Set(changed.flatMap(keysOf))];
              return [
                ...WRITE_PROGRESS.of(PROGRESS.changed(progress)),
                ...WRITE_OUTCOMES.of(OUTCOME.changed(outcomes)),
                ...(heldKeys ? await heldKeys.writes(changedKeys) : []),
                ...heldTags.writes(),
              ];
            },
          };
        },
      };
    },
  });
