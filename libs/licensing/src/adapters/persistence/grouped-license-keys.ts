import { GroupCommit, type GroupTransaction, PipelinedTransaction } from '#platform/persistence';
import type { Keyring } from '#platform/secrets';
import type { Pool } from 'pg';
import { LicenseKeyNotFound } from '../../domain/license-key.errors.ts';
import type { LicenseKey } from '../../domain/license-key.ts';
import type { WhichLicenseKey } from '../../domain/license-keys.ts';
import { type LockedActivationRow, type LockedRow, stateOf, toActivation, toLicenseKey } from './license-key-records.ts';
import { type Loaded, termsOf, writesFor } from './license-key-writes.ts';

interface Read {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** How the rows of a batch of wishes are found. */
export interface Search {
  /** Locks the keys; `n` in a row says which of the searched things it is. */
  readonly lock: Read;
  /** Bring along the activations that the wishes name. */
  readonly activations: readonly Read[];
  /** What each wish searched for, by `n`; undefined where the caller can see nothing of the kind. */
  readonly searched: readonly (readonly number[])[];
  /** The key's string where the wish presented it, so that it need not be unsealed. */
  presented(n: number): string | undefined;
}

/** License keys under group commit: one locking statement and one write for each batch of concurrent changes. */
export abstract class LicenseKeyGroup<Which extends WhichLicenseKey> extends GroupCommit<Which, LicenseKey> {
  constructor(
    private readonly pool: () => Promise<Pool>,
    protected readonly keyring: Keyring,
  ) {
    super();
  }

  protected abstract search(wishes: readonly Which[]): Search;

  protected missing(): Error {
    return new LicenseKeyNotFound();
  }

  protected async begin(wishes: readonly Which[]): Promise<GroupTransaction<LicenseKey>> {
    const search = this.search(wishes);
    const { transaction, rows } = await PipelinedTransaction.begin(await this.pool(), [search.lock, ...search.activations]);
    const { found, loaded } = await transaction.holding(() => this.load(rows, search));
    return {
      found,
      commit: async (changed) => transaction.commit(await transaction.holding(() => writesFor(changed, loaded, this.keyring))),
      rollback: () => transaction.rollback(),
    };
  }

  private load([locked, ...activations]: object[][], search: Search) {
    const { byPosition, keys } = this.hydrate(locked as LockedRow[], search);
    attach(keys, activations.flat() as LockedActivationRow[]);
    const loaded = new Map<LicenseKey, Loaded>();
    for (const key of keys.values()) loaded.set(key, { terms: termsOf(stateOf(key)), activations: new Set(key.activations) });
    const found = search.searched.map((positions) => positions.map((n) => byPosition.get(n)).find((key) => key !== undefined));
    return { found, loaded };
  }

  private hydrate(
    rows: readonly LockedRow[],
    search: Search,
  ): { byPosition: Map<number, LicenseKey>; keys: Map<string, LicenseKey> } {
    const keys = new Map<string, LicenseKey>();
    const byPosition = new Map<number, LicenseKey>();
    for (const row of rows) {
      const known = keys.get(row.id);
      const key = known ?? toLicenseKey(row, row.sealed_key ? this.keyring.open(row.sealed_key) : search.presented(row.n)!);
      if (!known) keys.set(row.id, key);
      byPosition.set(row.n, key);
    }
    return { byPosition, keys };
  }
}

function attach(keys: ReadonlyMap<string, LicenseKey>, rows: readonly LockedActivationRow[]): void {
  for (const row of rows) {
    const activations = keys.get(row.license_key_id)?.activations;
    if (activations && !activations.some((each) => each.id === row.id)) activations.push(toActivation(row));
  }
}
