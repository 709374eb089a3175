import type { OrganizationClocks } from '#platform/clocks';
import { arrayOf, type BatchStatement } from '#platform/persistence';
import type { Keyring } from '#platform/secrets';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { NamedInstallation, WhichLicenseKey, WhichPresentedKey } from '../../domain/keys/license-keys.ts';
import { NEEDS_OF, type Purpose } from '../../domain/keys/loaded-with-key.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { LEASES_BY_ID, LEASES_BY_STRING } from './lease-statements.ts';
import { type PresentedKeyRow, toLicenseKey, toPresentedKey, type WholeKeyRow } from './license-key-records.ts';
import * as sql from './license-key-statements.ts';
import { type Loaded, writesOfChange, writesOfUse } from './license-key-writes.ts';

/** Replaces organizations that the caller may not see: the same statements run and find nothing. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export interface KeyRequest extends NamedInstallation {
  readonly activationIds?: readonly string[];
  readonly to?: Purpose;
}

/** How keys are found that requests name in one way. */
interface KeyPlaces<Which extends KeyRequest> {
  /** The organizations that may have the key. */
  readonly organizationsOf: (request: Which) => readonly string[];
  readonly nameOf: (request: Which) => string;
  /** The column that has the name: its type, and its values for it. */
  readonly column: 'uuid' | 'bytea';
  readonly valuesOf: (name: string, keyring: Keyring) => readonly unknown[];
  /** Locks the keys; `n` in a row is the position of the target that it matches. */
  readonly lock: sql.Statement;
  /** A second place to look for keys. */
  readonly fallback?: {
    readonly lock: sql.Statement;
    readonly timeOf: (request: Which) => Date;
    /** Whether to look there even if the key was found before. */
    readonly isAlwaysUsed: (request: Which) => boolean;
  };
  readonly activationsByDevice: sql.ActivationStatements;
  readonly leases: sql.Statement;
  /** The device whose leases are read. */
  readonly leasedDeviceOf: (request: Which) => string | null;
}

/** How keys are found, loaded and written that requests name in one way. */
export interface KeySearch<
  Which extends KeyRequest,
  Key extends PresentedLicenseKey,
  Row extends PresentedKeyRow,
> extends KeyPlaces<Which> {
  /** The string of a key is the name, if it is not read. */
  readonly restore: (row: Row, key: string, databaseTime: Date | undefined) => Key;
  readonly writes: (changed: readonly Key[], loaded: ReadonlyMap<object, Loaded<Row>>, keyring: Keyring) => BatchStatement[];
}

/** Keys that applications present. */
export const BY_STRING: KeySearch<WhichPresentedKey, PresentedLicenseKey, PresentedKeyRow> = {
  organizationsOf: (request) => [locationOf(request)],
  nameOf: ({ key }) => key,
  column: 'bytea',
  valuesOf: (key, keyring) => keyring.digests('license-key', key),
  lock: sql.LOCK_BY_STRING,
  fallback: {
    lock: sql.LOCK_BY_REPLACED_STRING,
    timeOf: ({ at }) => at,
    isAlwaysUsed: ({ hidesExistence = false }) => hidesExistence,
  },
  activationsByDevice: sql.ACTIVATIONS_BY_DEVICE,
  leases: LEASES_BY_STRING,
  leasedDeviceOf: ({ device = null }) => device,
  restore: toPresentedKey,
  writes: writesOfUse,
};

/** Where the string is looked for. */
export const locationOf = ({ organizationId, within }: WhichPresentedKey): string =>
  within === undefined || within.includes(organizationId) ? organizationId : NIL_UUID;

/** Whole keys, which are selected by their IDs. */
export const BY_ID: KeySearch<WhichLicenseKey, LicenseKey, WholeKeyRow> = {
  organizationsOf: ({ within }) => within,
  nameOf: ({ id }) => id,
  column: 'uuid',
  valuesOf: (id) => [id],
  lock: sql.LOCK_BY_ID,
  activationsByDevice: sql.ACTIVATIONS_BY_KEY_AND_DEVICE,
  leases: LEASES_BY_ID,
  leasedDeviceOf: () => null,
  restore: toLicenseKey,
  writes: writesOfChange,
};

/** A place where the key of a request may be. */
interface Target<Which> {
  readonly organizationId: string;
  readonly value: unknown;
  readonly request: Which;
}

/** Where the keys of a batch of requests may be, and the statements that look there. */
export class BatchSearch<Which extends KeyRequest> {
  private readonly targets: Target<Which>[] = [];
  /** The positions of the targets of each request, of which the first one that is found counts. */
  readonly positions: readonly (readonly number[])[];

  constructor(
    private readonly search: KeyPlaces<Which>,
    private readonly requests: readonly Which[],
    keyring: Keyring,
  ) {
    const known = new Map<string, readonly number[]>();
    this.positions = requests.map((request) => {
      const [organizations, name] = [search.organizationsOf(request), search.nameOf(request)];
      const place = `${organizations.join(' ')}/${name}`;
      const already = known.get(place);
      if (already) return already;
      const positions: number[] = [];
      for (const value of search.valuesOf(name, keyring)) {
        for (const organizationId of organizations) positions.push(this.targets.push({ organizationId, value, request }) - 1);
      }
      known.set(place, positions);
      return positions;
    });
  }

  /** The name of the key that was looked for at a position. */
  nameAt(n: number): string {
    return this.search.nameOf(this.targets[n]!.request);
  }

  get lock(): BatchStatement {
    return { ...this.search.lock, values: this.columnsOf([...this.targets.keys()]) };
  }

  /** Locks the keys that are only in the second place. */
  fallback(locked: readonly { readonly n: number }[]): BatchStatement[] {
    const { fallback } = this.search;
    if (!fallback) return [];
    const found = new Set(locked.map(({ n }) => n));
    const due = this.requests.flatMap((request, index) => {
      const positions = this.positions[index]!;
      return fallback.isAlwaysUsed(request) || !positions.some((n) => found.has(n)) ? positions : [];
    });
    if (due.length === 0) return [];
    const positions = [...new Set(due)];
    const times = positions.map((n) => fallback.timeOf(this.targets[n]!.request));
    return [{ ...fallback.lock, values: [...this.columnsOf(positions), arrayOf('timestamptz', times)] }];
  }

  /**
   * Reads the activations that the requests name: with the profile of the device for those that describe one. They are valid only if
   * read while their key is locked.
   */
  get activations(): BatchStatement[] {
    return [true, false].flatMap((isDescribed) => {
      const [byId, byDevice]: [unknown[][], unknown[][]] = [
        [[], []],
        [[], [], []],
      ];
      this.requests.forEach((request, index) => {
        if (needsProfile(request) !== isDescribed) return;
        for (const id of activationIdsOf(request)) {
          for (const organizationId of this.search.organizationsOf(request)) push(byId, organizationId, id);
        }
        if (!request.device) return;
        for (const { organizationId, value } of this.targetsOf(index)) push(byDevice, organizationId, value, request.device);
      });
      const which = isDescribed ? 'withProfile' : 'plain';
      return [...reading(sql.ACTIVATIONS_BY_ID[which], byId), ...reading(this.search.activationsByDevice[which], byDevice)];
    });
  }

  /** Reads the leases that requests are about, if there are such requests. Like activations, read while their key is locked. */
  leases(clocks: OrganizationClocks): BatchStatement[] {
    const columns: unknown[][] = [[], [], [], [], []];
    this.requests.forEach((request, index) => {
      if (!('leases' in NEEDS_OF[request.to ?? 'use'])) return;
      const ids = activationIdsOf(request);
      for (const { organizationId, value } of this.targetsOf(index)) {
        for (const id of ids.length > 0 ? ids : [null]) {
          push(columns, organizationId, value, id, this.search.leasedDeviceOf(request), clocks.aheadMs(organizationId));
        }
      }
    });
    return reading(this.search.leases, columns);
  }

  private targetsOf(index: number): Target<Which>[] {
    return this.positions[index]!.map((n) => this.targets[n]!);
  }

  private columnsOf(positions: readonly number[]): unknown[] {
    return [
      arrayOf('int', positions),
      arrayOf(
        'uuid',
        positions.map((n) => this.targets[n]!.organizationId),
      ),
      arrayOf(
        this.search.column,
        positions.map((n) => this.targets[n]!.value),
      ),
    ];
  }
}

const needsProfile = ({ described, to = 'use' }: KeyRequest): boolean => Boolean(described) || 'profiles' in NEEDS_OF[to];

const NONE: readonly never[] = [];

const activationIdsOf = ({ activationId, activationIds = NONE }: KeyRequest): readonly string[] =>
  activationId ? [activationId, ...activationIds] : activationIds;

const push = (columns: readonly unknown[][], ...values: readonly unknown[]): void =>
  columns.forEach((column, index) => column.push(values[index]));

const reading = (statement: sql.Statement, values: unknown[][]): BatchStatement[] =>
  values[0]!.length === 0 ? [] : [{ ...statement, values }];
