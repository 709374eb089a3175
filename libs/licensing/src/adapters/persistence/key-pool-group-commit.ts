import type { Pool } from 'pg';
import { type DomainEvent, ResourceNotFound } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import {
  arrayOf,
  GroupCommit,
  type GroupTransaction,
  type LoadedRow,
  PipelinedTransaction,
  type StoredProperties,
} from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import { KeyPool } from '../../domain/pools/key-pool.ts';
import type { WhichKeyPool } from '../../domain/pools/key-pools.ts';
import { KeyStringsTaken } from '../../domain/keys/key-issuance.ts';
import { type FreeEntry, PoolContents } from '../../domain/pools/pool-contents.ts';
import type { KeyPoolMapping } from './key-pool.mapping.ts';
import * as sql from './key-pool-statements.ts';
import { claimsOfPools, positionsTaken, rethrowAsHasKey, writesForPools } from './key-pool-writes.ts';

type PoolRow = LoadedRow<StoredProperties<typeof KeyPoolMapping>> & { readonly n: number };
interface EntryRow {
  readonly id: string;
  readonly poolId: string;
  readonly position: number;
  readonly encryptedKey: Buffer | null;
}

interface WaitingRow {
  readonly grantId: string;
  readonly poolId: string;
}

/** Group commit of pools: keys of grants that are issued at the same time take their entries in one transaction. */
export class KeyPoolGroupCommit extends GroupCommit<WhichKeyPool, KeyPool> {
  constructor(
    private readonly pool: () => Promise<Pool>,
    private readonly keyring: Keyring,
  ) {
    super('KeyPool', { pool, organizationOf: ({ organizations }) => organizations[0]! });
  }

  protected notFound(): Error {
    return new ResourceNotFound();
  }

  protected override eventsOf(pool: KeyPool): readonly DomainEvent[] {
    return [...pool.contents.issued.map(({ key }) => key), pool].flatMap((each) => each.pullEvents());
  }

  /** Keys that are issued with entries are new. */
  protected override auditedBefore(pool: KeyPool): readonly object[] {
    return [pool, ...pool.contents.issued.map(({ key }) => key)];
  }

  protected async begin(
    requests: readonly WhichKeyPool[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<KeyPool>> {
    const places: { organizationId: string; id: string }[] = [];
    const positions = requests.map(({ id, organizations }) =>
      organizations.map((organizationId) => places.push({ organizationId, id }) - 1),
    );
    const reads = [lockOf(places), firstEntriesOf(requests), namedEntriesOf(requests), waitingOf(requests)];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), reads, statements);
    const [locked, free, named, waiting] = rows as [PoolRow[], EntryRow[], EntryRow[], WaitingRow[]];
    const loaded = await transaction.holding(() => this.load(locked, free, named, waiting));
    const byPosition = new Map(locked.map((row) => [row.n, loaded.get(row.id)!.pool]));
    return {
      first,
      found: positions.map((all) => all.map((n) => byPosition.get(n)).find(Boolean)),
      commit: async (changed, others) => {
        await this.claimStrings(transaction, changed);
        const writes = await transaction.holding(() => writesForPools(changed, (pool) => loaded.get(pool.id)!.row, this.keyring));
        await transaction.commit([...writes, ...others]).catch(rethrowAsHasKey);
      },
      rollback: () => transaction.rollback(),
    };
  }

  private load(
    locked: readonly PoolRow[],
    free: readonly EntryRow[],
    named: readonly EntryRow[],
    waiting: readonly WaitingRow[],
  ): Map<string, { readonly pool: KeyPool; readonly row: PoolRow }> {
    return new Map(
      locked.map((row) => {
        const isOfPool = ({ poolId }: { readonly poolId: string }): boolean => poolId === row.id;
        const contents = new PoolContents(
          free
            .filter(isOfPool)
            .sort((a, b) => a.position - b.position)
            .map((entry) => this.opened(entry)!),
          new Map(named.filter(isOfPool).map((entry) => [entry.id, this.opened(entry)])),
          new Set(waiting.filter(isOfPool).map(({ grantId }) => grantId)),
        );
        return [row.id, { pool: KeyPool.restore(sql.POOLS.read(row), contents), row }];
      }),
    );
  }

  private opened({ id, encryptedKey }: EntryRow): FreeEntry | null {
    return encryptedKey && { id, key: this.keyring.decrypt(encryptedKey) };
  }

  /** One more round trip, only for batches that add entries. */
  private async claimStrings(transaction: PipelinedTransaction, changed: readonly KeyPool[]): Promise<void> {
    const claim = claimsOfPools(changed);
    if (claim.length === 0) return;
    const [claimed] = (await transaction.read(claim)) as [{ license_key_id: string }[]];
    const taken = positionsTaken(changed, claimed);
    if (taken.length === 0) return;
    await transaction.rollback();
    throw new KeyStringsTaken(taken);
  }
}

const lockOf = (places: readonly { organizationId: string; id: string }[]) => ({
  ...sql.LOCK_POOLS,
  values: [places.map((_, n) => n), places.map(({ organizationId }) => organizationId), places.map(({ id }) => id)],
});

/** As many as all commands of the batch want together. */
function firstEntriesOf(requests: readonly WhichKeyPool[]) {
  const wanted = new Map<string, { organizationId: string; id: string; number: number }>();
  for (const { id, organizations, free = 0 } of requests) {
    if (free === 0) continue;
    for (const organizationId of organizations) {
      const name = `${organizationId} ${id}`;
      wanted.set(name, { organizationId, id, number: (wanted.get(name)?.number ?? 0) + free });
    }
  }
  const all = [...wanted.values()];
  const values = [all.map(({ organizationId }) => organizationId), all.map(({ id }) => id), all.map(({ number }) => number)];
  return { ...sql.FIRST_ENTRIES, values };
}

const named = (requests: readonly WhichKeyPool[], field: 'entryId' | 'grantId') => {
  const pairs = requests.flatMap(({ organizations, [field]: id }) =>
    id === undefined ? [] : organizations.map((organizationId) => ({ organizationId, id })),
  );
  const organizations = pairs.map(({ organizationId }) => organizationId);
  const ids = pairs.map(({ id }) => id);
  return [arrayOf('uuid', organizations), arrayOf('uuid', ids)];
};

const namedEntriesOf = (requests: readonly WhichKeyPool[]) => ({ ...sql.ENTRIES_BY_ID, values: named(requests, 'entryId') });
const waitingOf = (requests: readonly WhichKeyPool[]) => ({ ...sql.WAITING_BY_GRANT, values: named(requests, 'grantId') });
