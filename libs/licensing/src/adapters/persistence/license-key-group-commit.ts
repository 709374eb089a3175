import type { OrganizationClocks } from '#platform/clocks';
import type { RecordStatement } from '#platform/idempotency';
import { AuditedPart, GroupCommit, type GroupTransaction, PipelinedTransaction } from '#platform/persistence';
import type { Keyring } from '#platform/secrets';
import type { Pool } from 'pg';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { WhichLicenseKey } from '../../domain/keys/license-keys.ts';
import { attachActivation, readDevices } from './device-records.ts';
import { type LoadedActivationRow, type LockedRow, toLicenseKey } from './license-key-records.ts';
import { COUNT_CHECK_OUTS } from './check-out-statements.ts';
import { READ_TIME } from './usage-reservation-statements.ts';
import { attachLeases, type LeaseRow } from './lease-records.ts';
import type { ActivationStatements, Statement } from './license-key-statements.ts';
import { type Loaded, writesFor } from './license-key-writes.ts';

interface Read extends Statement {
  readonly values: unknown[];
}

interface CountRow {
  readonly keyId: string;
  readonly readAt: number;
  readonly taken: number;
}

/** How the rows of a batch of requests are found. */
export interface Search {
  /** Locks the keys; `n` in a row is the position of the search target that it matches. */
  readonly lock: Read;
  /** Locks the keys of targets that `lock` did not find, where there is a second place to look. */
  fallback?(positions: readonly number[]): Read;
  /** The targets that are looked for in the second place even if `lock` found them. */
  readonly alwaysTwice?: readonly number[];
  /** Read the activations that the requests name. They are valid only if read while their key is locked. */
  readonly activations: readonly Read[];
  /** Reads the leases that requests are about, if there are such requests. Like activations, read while their key is locked. */
  readonly leases: readonly Read[];
  /** The positions (`n`) of the targets of each request. */
  readonly positions: readonly (readonly number[])[];
  /** The key's string if the request contains it; saves decrypting it. */
  presented(n: number): string | undefined;
}

/** The locked keys, and the activations and leases read after locking. */
type LockedRows = [LockedRow[], ...(LoadedActivationRow[] | LeaseRow[])[]];

/** Group commit of license keys: one locking statement and one round of writes for each batch of concurrent changes. */
export abstract class LicenseKeyGroupCommit<Which extends WhichLicenseKey> extends GroupCommit<Which, LicenseKey> {
  constructor(
    private readonly pool: () => Promise<Pool>,
    protected readonly keyring: Keyring,
    protected readonly clocks: OrganizationClocks,
    organizationOf: (request: Which) => string,
  ) {
    super('LicenseKey', { pool, organizationOf });
  }

  protected abstract search(requests: readonly Which[]): Search;

  protected notFound(): Error {
    return new LicenseKeyNotFound();
  }

  protected override auditedBefore(key: LicenseKey): readonly object[] {
    const { customerId, organizationId } = key;
    return [key, ...key.activations.map((each) => new AuditedPart(each, { customerId, organizationId }))];
  }

  protected async begin(
    requests: readonly Which[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<LicenseKey>> {
    const search = this.search(requests);
    const reads = [search.lock, ...search.activations, ...search.leases];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), reads, statements);
    const [locked, ...held] = await this.searchAgain(transaction, search, rows as LockedRows);
    const { found, loaded } = await transaction.holding(() => this.load(locked, held, search));
    await countCheckOuts(transaction, found, requests, this.clocks);
    const ruled = new Set(
      found.filter((key, index) => key && requests[index]!.checksOut && hasRulesForDevices(key)) as LicenseKey[],
    );
    if (ruled.size > 0) await readDevices(transaction, [...ruled]);
    for (const key of ruled) loaded.set(key, { ...loaded.get(key)!, activations: [...key.activations] });
    await readTime(transaction, found, requests, this.clocks);
    return {
      first,
      found,
      commit: async (changed, others) =>
        transaction.commit([...(await transaction.holding(() => writesFor(changed, loaded, this.keyring))), ...others]),
      rollback: () => transaction.rollback(),
    };
  }

  /** Locks the keys found in the second place, and reads the rest again: what was read before the lock may be outdated. */
  private async searchAgain(transaction: PipelinedTransaction, search: Search, held: LockedRows): Promise<LockedRows> {
    const positions = search.fallback ? [...new Set([...withoutRow(search, held[0]), ...(search.alwaysTwice ?? [])])] : [];
    if (positions.length === 0) return held;
    const [lockedLater, ...others] = (await transaction.read([
      search.fallback!(positions),
      ...search.activations,
      ...search.leases,
    ])) as LockedRows;
    return [[...held[0], ...lockedLater], ...others];
  }

  private load(locked: readonly LockedRow[], held: readonly (LoadedActivationRow[] | LeaseRow[])[], search: Search) {
    const keys = new Map<string, LicenseKey>();
    const byPosition = new Map<number, LicenseKey>();
    const loaded = new Map<LicenseKey, Loaded>();
    for (const row of locked) {
      const known = keys.get(row.id);
      const key =
        known ?? toLicenseKey(row, row.encryptedKey ? this.keyring.decrypt(row.encryptedKey) : search.presented(row.n)!);
      if (row.databaseTime !== null) key.quota.databaseTime = timeOf(key, row.databaseTime, this.clocks);
      byPosition.set(row.n, key);
      if (!known) keys.set(row.id, key);
    }
    const others = search.activations.length;
    attach(keys, held.slice(0, others).flat() as LoadedActivationRow[], this.clocks);
    if (held.length > others) attachLeases(keys, held.slice(others).flat() as LeaseRow[]);
    for (const row of locked) {
      const key = keys.get(row.id)!;
      if (!loaded.has(key)) loaded.set(key, { row, activations: key.activations.length > 0 ? [...key.activations] : NONE });
    }
    const found = search.positions.map((positions) => firstOf(positions, byPosition));
    return { found, loaded };
  }
}

/** The reads of activations that requests name: with the profile of the device for those that describe one. */
export function readActivations<Named extends { readonly describesDevice?: boolean }>(
  { plain, withProfile }: ActivationStatements,
  named: readonly Named[],
  valuesOf: (some: readonly Named[]) => unknown[],
): Read[] {
  const [described, others] = [
    named.filter(({ describesDevice }) => describesDevice),
    named.filter(({ describesDevice }) => !describesDevice),
  ];
  return [
    ...(others.length > 0 ? [{ ...plain, values: valuesOf(others) }] : []),
    ...(described.length > 0 ? [{ ...withProfile, values: valuesOf(described) }] : []),
  ];
}

function hasRulesForDevices({ policy }: LicenseKey): boolean {
  const { match, classes, swaps } = policy?.devices ?? {};
  return Boolean(match ?? classes ?? swaps);
}

const NONE: readonly never[] = [];

const firstOf = <T>(positions: readonly number[], byPosition: ReadonlyMap<number, T>): T | undefined => {
  const position = positions.find((n) => byPosition.has(n));
  return position === undefined ? undefined : byPosition.get(position);
};

/** The positions of targets that were found under none of their digests. */
function withoutRow({ positions: searched }: Search, locked: readonly LockedRow[]): number[] {
  const found = new Set(locked.map(({ n }) => n));
  return [...new Set(searched.filter((positions) => !positions.some((n) => found.has(n))).flat())];
}

function attach(keys: ReadonlyMap<string, LicenseKey>, rows: readonly LoadedActivationRow[], clocks: OrganizationClocks): void {
  for (const row of rows) {
    const key = keys.get(row.licenseKeyId);
    if (!key) continue;
    attachActivation(key, row);
    if (row.readAt !== null) key.checkOuts?.readAt(new Date(Math.round(row.readAt) + clocks.aheadMs(key.organizationId)));
  }
}

/** One more round trip, only for batches in which somebody may check out a slot of a floating key. */
async function countCheckOuts(
  transaction: PipelinedTransaction,
  found: readonly (LicenseKey | undefined)[],
  requests: readonly WhichLicenseKey[],
  clocks: OrganizationClocks,
): Promise<void> {
  const floating = new Map<string, LicenseKey>();
  found.forEach((key, index) => {
    if (key?.checkOuts && requests[index]!.checksOut) floating.set(key.id, key);
  });
  if (floating.size === 0) return;
  const keys = [...floating.values()];
  const values = [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ id }) => id),
    keys.map(({ organizationId }) => clocks.aheadMs(organizationId)),
  ];
  const [rows] = (await transaction.read([{ ...COUNT_CHECK_OUTS, values }])) as [CountRow[]];
  for (const { keyId, readAt, taken } of rows) floating.get(keyId)!.checkOuts!.countedAt(new Date(Math.round(readAt)), taken);
}

/** One more round trip, only for batches with commands about reservations. */
async function readTime(
  transaction: PipelinedTransaction,
  found: readonly (LicenseKey | undefined)[],
  requests: readonly WhichLicenseKey[],
  clocks: OrganizationClocks,
): Promise<void> {
  const keys = found.filter((key, index) => key && requests[index]!.reserves) as LicenseKey[];
  if (keys.length === 0) return;
  const [[{ databaseTime }]] = (await transaction.read([READ_TIME])) as [[{ databaseTime: number }]];
  for (const key of keys) key.quota.databaseTime = timeOf(key, databaseTime, clocks);
}

/** The time of the database by the clock of the key's organization. */
const timeOf = ({ organizationId }: LicenseKey, databaseTime: number, clocks: OrganizationClocks): Date =>
  new Date(Math.round(databaseTime) + clocks.aheadMs(organizationId));
