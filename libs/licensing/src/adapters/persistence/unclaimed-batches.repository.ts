import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { Sync } from '#kernel';
import {
  type AggregateStore,
  aggregateStore,
  eachOnCoordinator,
  type LoadedRow,
  type NewAggregates,
  insertionStore,
  newAggregates,
  pgPool,
  RowLoader,
  type StoredProperties,
} from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { UnclaimedBatch } from '../../domain/batches/unclaimed-batch.ts';
import { UnclaimedBatches, type UnclaimedKey, type WhichUnclaimedBatch } from '../../domain/batches/unclaimed-batches.ts';
import { type FreeEntry, PoolContents, type PreparedString } from '../../domain/pools/pool-contents.ts';
import { ENTRIES_BY_ID } from './key-pool-statements.ts';
import { claimStrings, writesOfEntries } from './key-pool-writes.ts';
import { LicenseKeyLookups } from './license-key-lookups.ts';
import { preparedStrings } from './prepared-strings.ts';
import { TypedKeyStrings } from './typed-key-strings.ts';
import * as sql from './unclaimed-batch-statements.ts';
import type { UnclaimedBatchMapping } from './unclaimed-batch.mapping.ts';

type BatchRow = LoadedRow<StoredProperties<typeof UnclaimedBatchMapping>>;

interface EntryRow {
  readonly id: string;
  readonly poolId: string;
  readonly encryptedKey: Buffer | null;
}

const BY_ID = {
  text: `select b.organization_id, b.id from unnest($1::uuid[], $2::uuid[]) as w (organization_id, id)
    join licensing.unclaimed_batches b on b.organization_id = w.organization_id and b.id = w.id`,
  by: ['organization_id', 'id'],
};

@Injectable()
export class PgUnclaimedBatches extends UnclaimedBatches {
  private readonly insertion: AggregateStore<NewAggregates<UnclaimedBatch>, NewAggregates<UnclaimedBatch>>;
  private readonly batches: AggregateStore<WhichUnclaimedBatch, UnclaimedBatch>;
  private readonly byId: RowLoader<{ readonly id: string }>;
  private readonly lookups: LicenseKeyLookups;
  private readonly typed: TypedKeyStrings;

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
    const pool = () => pgPool(em);
    this.insertion = batchInsertion(pool, keyring);
    this.batches = batchStore(pool, keyring);
    this.byId = new RowLoader(em, BY_ID);
    this.lookups = new LicenseKeyLookups(em);
    this.typed = new TypedKeyStrings(em, keyring, this.lookups);
  }

  prepare(strings: readonly string[]): Promise<readonly PreparedString[]> {
    return preparedStrings(strings, 'generated', this.keyring);
  }

  async add(batch: UnclaimedBatch): Promise<void> {
    await this.insertion.insert(newAggregates([batch]));
  }

  async change<T>(which: WhichUnclaimedBatch, by: (batch: UnclaimedBatch) => Sync<T>): Promise<T> {
    return this.batches.change({ ...which, organizations: await this.owning(which) }, by);
  }

  async find(organizationId: string, typed: string): Promise<UnclaimedKey | undefined> {
    const found = await this.typed.find(typed, [organizationId]);
    return found?.validUntil === null ? this.lookups.unclaimed(organizationId, found.id) : undefined;
  }

  /** Distributed batches are locked in one organization: the one that has the batch, of those that the caller may see. */
  private async owning({ id, organizations }: WhichUnclaimedBatch): Promise<readonly string[]> {
    const found = await eachOnCoordinator(this.em, organizations, (organizationId) => this.byId.read(organizationId, id));
    return found ? [organizations[Math.max(0, found.findIndex(Boolean))]!] : organizations;
  }
}

const batchInsertion = (pool: () => Promise<Pool>, keyring: Keyring): PgUnclaimedBatches['insertion'] =>
  insertionStore(pool, {
    name: 'new UnclaimedBatch',
    organizationOf: ({ added }) => added[0]!.organizationId,
    batchOf: (requests) => ({
      reads: [],
      load: (_rows, transaction) => ({
        found: requests,
        writes: async () => {
          const batches = requests.flatMap(({ added }) => added);
          await claimStrings(transaction, batches);
          return [...sql.INSERT_BATCHES.of(batches.map(({ snapshot }) => snapshot)), ...writesOfEntries(batches, keyring)];
        },
      }),
    }),
  });

const batchStore = (pool: () => Promise<Pool>, keyring: Keyring): PgUnclaimedBatches['batches'] =>
  aggregateStore(pool, {
    name: 'UnclaimedBatch',
    organizationOf: ({ organizations }) => organizations[0]!,
    eventsOf: (batch) => [...claimedOf(batch), batch].flatMap((each) => each.pullEvents()),
    auditedOf: (batch) => [batch, ...claimedOf(batch)],
    batchOf: (requests) => {
      const places = requests.flatMap(({ id, organizations }) => organizations.map((organizationId) => ({ organizationId, id })));
      const entries = requests.flatMap(({ entryId: id, organizations }) =>
        id === undefined ? [] : organizations.map((organizationId) => ({ organizationId, id })),
      );
      return {
        reads: [
          sql.LOCK_BATCHES.for([...new Map(places.map((place) => [nameOf(place), place])).values()]),
          ENTRIES_BY_ID.for(entries),
        ],
        load: (rows) => {
          const loaded = loadedOf(rows as [BatchRow[], EntryRow[]], keyring);
          return {
            found: requests.map(({ id, organizations }) =>
              organizations.map((organizationId) => loaded.get(nameOf({ organizationId, id }))?.batch).find(Boolean),
            ),
            writes: (changed) => [
              ...writesOfEntries(changed, keyring),
              ...sql.UPDATE_BATCHES.of(
                sql.CHANGED_BATCH.changed(
                  changed.map((batch) => ({ state: batch.snapshot, row: loaded.get(nameOf(batch))!.row })),
                ),
              ),
            ],
          };
        },
      };
    },
  });

interface Place {
  readonly organizationId: string;
  readonly id: string;
}

const nameOf = ({ organizationId, id }: Place): string => `${organizationId} ${id}`;

const claimedOf = ({ contents }: UnclaimedBatch) => contents.issued.map(({ key }) => key);

function loadedOf([rows, entries]: [BatchRow[], EntryRow[]], keyring: Keyring) {
  const opened = ({ id, encryptedKey }: EntryRow): FreeEntry | null => encryptedKey && { id, key: keyring.decrypt(encryptedKey) };
  return new Map(
    rows.map((row) => {
      const named = new Map(entries.filter(({ poolId }) => poolId === row.id).map((entry) => [entry.id, opened(entry)]));
      const contents = new PoolContents([], named, new Set());
      return [nameOf(row), { batch: UnclaimedBatch.restore(sql.BATCHES.read(row), contents), row }];
    }),
  );
}
