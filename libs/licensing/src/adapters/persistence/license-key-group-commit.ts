import type { OrganizationClocks } from '#platform/clocks';
import type { RecordStatement } from '#engine/idempotency';
import { AuditedPart, type BatchStatement, GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import type { Pool } from 'pg';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { NamedInstallation } from '../../domain/keys/license-keys.ts';
import { NEEDS_OF, type Purpose } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { loadActivation, readDevices } from './device-records.ts';
import type { LoadedActivationRow, PresentedKeyRow } from './license-key-records.ts';
import { COUNT_CHECK_OUTS } from './check-out-statements.ts';
import { READ_TIME } from './usage-reservation-statements.ts';
import { type LeaseRow, loadLeases } from './lease-records.ts';
import type { ActivationStatements, Statement } from './license-key-statements.ts';
import type { Loaded } from './license-key-writes.ts';

type Request = NamedInstallation & { readonly to?: Purpose };

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
type LockedRows<Row> = [Row[], ...(LoadedActivationRow[] | LeaseRow[])[]];

/** Group commit of license keys: one locking statement and one round of writes for each batch of concurrent changes. */
export abstract class LicenseKeyGroupCommit<
  Which extends Request,
  Key extends PresentedLicenseKey,
  Row extends PresentedKeyRow,
> extends GroupCommit<Which, Key> {
  constructor(
    private readonly pool: () => Promise<Pool>,
    protected readonly keyring: Keyring,
    protected readonly clocks: OrganizationClocks,
    organizationOf: (request: Which) => string,
  ) {
    super('LicenseKey', { pool, organizationOf });
  }

  protected abstract search(requests: readonly Which[]): Search;
  protected abstract toKey(row: Row, key: string, databaseTime: Date | undefined): Key;
  protected abstract writes(changed: readonly Key[], loaded: ReadonlyMap<object, Loaded<Row>>): BatchStatement[];

  protected notFound(): Error {
    return new LicenseKeyNotFound();
  }

  protected override copyOf(key: Key): Key {
    return key.copy();
  }

  protected override auditedBefore(key: Key): readonly object[] {
    const { customerId, organizationId } = key;
    return [key, ...key.activations.map((each) => new AuditedPart(each, { customerId, organizationId }))];
  }

  protected async begin(requests: readonly Which[], statements: readonly RecordStatement[]): Promise<GroupTransaction<Key>> {
    const search = this.search(requests);
    const reads = [search.lock, ...search.activations, ...search.leases];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), reads, statements);
    const [locked, ...held] = await this.searchAgain(transaction, search, rows as LockedRows<Row>);
    const { found, loaded } = await transaction.holding(() => this.load(locked, held, search));
    await this.readMore(transaction, { requests, found, loaded });
    return {
      first,
      found,
      commit: async (changed, others) =>
        transaction.commit([...(await transaction.holding(() => this.writes(changed, loaded))), ...others]),
      rollback: () => transaction.rollback(),
    };
  }

  /** What few commands need takes further round trips. */
  private async readMore(transaction: PipelinedTransaction, { requests, found, loaded }: Batch<Which, Key, Row>): Promise<void> {
    if (requests.every(({ to }) => to === undefined || to === 'use')) return;
    const neededBy = (need: 'slots' | 'time'): Key[] => [
      ...new Set(found.filter((key, index) => key && need in NEEDS_OF[requests[index]!.to ?? 'use']) as Key[]),
    ];
    const takingSlots = neededBy('slots');
    await countCheckOuts(transaction, takingSlots, this.clocks);
    const ruled = takingSlots.filter(hasRulesForDevices);
    if (ruled.length > 0) await readDevices(transaction, ruled);
    for (const key of ruled) loaded.set(key, { ...loaded.get(key)!, activations: [...key.activations] });
    await readTime(transaction, neededBy('time'), this.clocks);
  }

  /** Locks the keys found in the second place, and reads the rest again: what was read before the lock may be outdated. */
  private async searchAgain(transaction: PipelinedTransaction, search: Search, held: LockedRows<Row>): Promise<LockedRows<Row>> {
    const positions = search.fallback ? [...new Set([...withoutRow(search, held[0]), ...(search.alwaysTwice ?? [])])] : [];
    if (positions.length === 0) return held;
    const [lockedLater, ...others] = (await transaction.read([
      search.fallback!(positions),
      ...search.activations,
      ...search.leases,
    ])) as LockedRows<Row>;
    return [[...held[0], ...lockedLater], ...others];
  }

  private load(locked: readonly Row[], held: readonly (LoadedActivationRow[] | LeaseRow[])[], search: Search) {
    const keys = new Map<string, Key>();
    const byPosition = new Map<number, Key>();
    const loaded = new Map<Key, Loaded<Row>>();
    for (const row of locked) {
      const key = keys.get(row.id) ?? this.keyOf(row, search);
      byPosition.set(row.n, key);
      keys.set(row.id, key);
    }
    const others = search.activations.length;
    loadActivations(keys, held.slice(0, others).flat() as LoadedActivationRow[], this.clocks);
    if (held.length > others) loadLeases(keys, held.slice(others).flat() as LeaseRow[]);
    for (const row of locked) {
      const key = keys.get(row.id)!;
      if (!loaded.has(key)) loaded.set(key, { row, activations: key.activations.length > 0 ? [...key.activations] : NONE });
    }
    const found = search.positions.map((positions) => firstOf(positions, byPosition));
    return { found, loaded };
  }

  private keyOf(row: Row, search: Search): Key {
    const { encryptedKey, databaseTime, organizationId } = row;
    const string = encryptedKey ? this.keyring.decrypt(encryptedKey) : search.presented(row.n)!;
    return this.toKey(row, string, databaseTime === null ? undefined : timeOf(organizationId, databaseTime, this.clocks));
  }
}

interface Batch<Which, Key, Row extends PresentedKeyRow> {
  readonly requests: readonly Which[];
  readonly found: readonly (Key | undefined)[];
  readonly loaded: Map<Key, Loaded<Row>>;
}

/** The reads of activations that requests name: with the profile of the device for those that describe one. */
export function readActivations<Named extends Request>(
  { plain, withProfile }: ActivationStatements,
  named: readonly Named[],
  valuesOf: (some: readonly Named[]) => unknown[],
): Read[] {
  const [described, others] = [named.filter(needsProfile), named.filter((request) => !needsProfile(request))];
  return [
    ...(others.length > 0 ? [{ ...plain, values: valuesOf(others) }] : []),
    ...(described.length > 0 ? [{ ...withProfile, values: valuesOf(described) }] : []),
  ];
}

const needsProfile = ({ described, to = 'use' }: Request): boolean => Boolean(described) || 'profiles' in NEEDS_OF[to];

export const needsLeases = (to: Purpose = 'use'): boolean => 'leases' in NEEDS_OF[to];

function hasRulesForDevices({ policy }: PresentedLicenseKey): boolean {
  const { match, classes, swaps } = policy?.devices ?? {};
  return Boolean(match ?? classes ?? swaps);
}

const NONE: readonly never[] = [];

const firstOf = <T>(positions: readonly number[], byPosition: ReadonlyMap<number, T>): T | undefined => {
  const position = positions.find((n) => byPosition.has(n));
  return position === undefined ? undefined : byPosition.get(position);
};

/** The positions of targets that were found under none of their digests. */
function withoutRow({ positions: searched }: Search, locked: readonly PresentedKeyRow[]): number[] {
  const found = new Set(locked.map(({ n }) => n));
  return [...new Set(searched.filter((positions) => !positions.some((n) => found.has(n))).flat())];
}

function loadActivations(
  keys: ReadonlyMap<string, PresentedLicenseKey>,
  rows: readonly LoadedActivationRow[],
  clocks: OrganizationClocks,
): void {
  for (const row of rows) {
    const key = keys.get(row.licenseKeyId);
    if (!key) continue;
    loadActivation(key, row);
    if (row.readAt !== null) key.checkOuts?.readAt(timeOf(key.organizationId, row.readAt, clocks));
  }
}

/** Only of floating keys of which somebody may check out a slot. */
async function countCheckOuts(
  transaction: PipelinedTransaction,
  takingSlots: readonly PresentedLicenseKey[],
  clocks: OrganizationClocks,
): Promise<void> {
  const keys = new Map(takingSlots.filter(({ checkOuts }) => checkOuts).map((key) => [key.id, key]));
  if (keys.size === 0) return;
  const floating = [...keys.values()];
  const values = [
    floating.map(({ organizationId }) => organizationId),
    floating.map(({ id }) => id),
    floating.map(({ organizationId }) => clocks.aheadMs(organizationId)),
  ];
  const [rows] = (await transaction.read([{ ...COUNT_CHECK_OUTS, values }])) as [CountRow[]];
  for (const { keyId, readAt, taken } of rows) keys.get(keyId)!.checkOuts!.countedAt(new Date(Math.round(readAt)), taken);
}

async function readTime(
  transaction: PipelinedTransaction,
  keys: readonly PresentedLicenseKey[],
  clocks: OrganizationClocks,
): Promise<void> {
  if (keys.length === 0) return;
  const [[{ databaseTime }]] = (await transaction.read([READ_TIME])) as [[{ databaseTime: number }]];
  for (const key of keys) key.loadedWith({ databaseTime: timeOf(key.organizationId, databaseTime, clocks) });
}

/** The time of the database by the clock of an organization. */
const timeOf = (organizationId: string, databaseTime: number, clocks: OrganizationClocks): Date =>
  new Date(Math.round(databaseTime) + clocks.aheadMs(organizationId));
