import type { OrganizationClocks } from '#platform/clocks';
import type { BatchStatement, TableStatement } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
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

/** An organization that may have a key, and the value by which it is found there. */
interface Place {
  readonly organizationId: unknown;
  readonly value: unknown;
}

/** How keys are found that requests name in one way. */
interface KeyPlaces<Which extends KeyRequest> {
  /** The organizations that may have the key. */
  readonly organizationsOf: (request: Which) => readonly string[];
  readonly nameOf: (request: Which) => string;
  /** The values that a column has for the name. */
  readonly valuesOf: (name: string, keyring: Keyring) => readonly unknown[];
  /** Locks the keys; `n` in a row is the position of the target that it matches. */
  readonly lock: TableStatement<Place & { readonly n: unknown }>;
  /** A second place to look for keys. */
  readonly fallback?: {
    readonly lock: TableStatement<Place & { readonly n: unknown; readonly at: unknown }>;
    readonly timeOf: (request: Which) => Date;
    /** Whether to look there even if the key was found before. */
    readonly isAlwaysUsed: (request: Which) => boolean;
  };
  readonly activationsByDevice: Record<'plain' | 'withProfile', TableStatement<Place & { readonly device: unknown }>>;
  readonly leases: TableStatement<Place & Record<'activationId' | 'device' | 'ahead', unknown>>;
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
  valuesOf: (id) => [id],
  lock: sql.LOCK_BY_ID,
  activationsByDevice: sql.ACTIVATIONS_BY_KEY_AND_DEVICE,
  leases: LEASES_BY_ID,
  leasedDeviceOf: () => null,
  restore: toLicenseKey,
  writes: writesOfChange,
};

/** A place where the key of a request may be. */
interface Target<Which> extends Place {
  readonly n: number;
  readonly organizationId: string;
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
        for (const organizationId of organizations) {
          const n = this.targets.length;
          this.targets.push({ n, organizationId, value, request });
          positions.push(n);
        }
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
    return this.search.lock.for(this.targets);
  }

  /** Looks in the second place for the keys that were not found, and for those that are always looked for there. */
  fallback(locked: readonly { readonly n: number }[]): BatchStatement[] {
    const { fallback } = this.search;
    if (!fallback) return [];
    const found = new Set<number>();
    for (const { n } of locked) found.add(n);
    const due = new Set<number>();
    for (const [index, positions] of this.positions.entries()) {
      if (!fallback.isAlwaysUsed(this.requests[index]!) && firstOf(positions, found) !== undefined) continue;
      for (const n of positions) due.add(n);
    }
    if (due.size === 0) return [];
    const targets = [...due].map((n) => this.targets[n]!);
    return fallback.lock.of(targets.map((target) => ({ ...target, at: fallback.timeOf(target.request) })));
  }

  /**
   * Reads the activations that the requests name: with the profile of the device for those that describe one. They are valid only if
   * read while their key is locked.
   */
  get activations(): BatchStatement[] {
    return [...this.activationsRead('plain'), ...this.activationsRead('withProfile')];
  }

  /** Where leases are read, so are the other installations of the devices. */
  private activationsRead(kind: 'plain' | 'withProfile'): BatchStatement[] {
    const byId: { organizationId: string; id: string }[] = [];
    const installationsById: { organizationId: string; id: string }[] = [];
    const byDevice: (Place & { device: string })[] = [];
    for (const [index, request] of this.requests.entries()) {
      if (kind !== (needsProfile(request) ? 'withProfile' : 'plain')) continue;
      for (const id of activationIdsOf(request)) {
        const read = needsLeases(request) ? installationsById : byId;
        for (const organizationId of this.search.organizationsOf(request)) read.push({ organizationId, id });
      }
      const { device } = request;
      if (!device) continue;
      for (const { organizationId, value } of this.targetsOf(index)) byDevice.push({ organizationId, value, device });
    }
    const installations = sql.INSTALLATIONS_BY_ID[kind].of(installationsById);
    return [...sql.ACTIVATIONS_BY_ID[kind].of(byId), ...installations, ...this.search.activationsByDevice[kind].of(byDevice)];
  }

  /** Reads the leases that requests are about, if there are such requests. Like activations, read while their key is locked. */
  leases(clocks: OrganizationClocks): BatchStatement[] {
    const about = this.requests.flatMap((request, index) => {
      if (!needsLeases(request)) return [];
      const ids = activationIdsOf(request);
      const device = this.search.leasedDeviceOf(request);
      return this.targetsOf(index).flatMap(({ organizationId, value }) =>
        (ids.length > 0 ? ids : [null]).map((activationId) => {
          return { organizationId, value, activationId, device, ahead: clocks.aheadMs(organizationId) };
        }),
      );
    });
    return this.search.leases.of(about);
  }

  private targetsOf(index: number): Target<Which>[] {
    return this.positions[index]!.map((n) => this.targets[n]!);
  }
}

/** The first of the positions at which a key was found. */
export function firstOf(positions: readonly number[], found: { has(n: number): boolean }): number | undefined {
  for (const n of positions) if (found.has(n)) return n;
  return undefined;
}

const needsLeases = ({ to = 'use' }: KeyRequest): boolean => 'leases' in NEEDS_OF[to];
const needsProfile = ({ described, to = 'use' }: KeyRequest): boolean => Boolean(described) || 'profiles' in NEEDS_OF[to];

const NONE: readonly never[] = [];

const activationIdsOf = ({ activationId, activationIds = NONE }: KeyRequest): readonly string[] =>
  activationId ? [activationId, ...activationIds] : activationIds;
