import type { OrganizationClocks } from '#platform/clocks';
import { arrayOf } from '#engine/persistence';
import type { WhichPresentedKey } from '../../domain/keys/license-keys.ts';
import type { PresentedLicenseKey } from '../../domain/keys/presented-license-key.ts';
import { LicenseKeyGroupCommit, needsLeases, readActivations, type Search } from './license-key-group-commit.ts';
import { LEASES_BY_STRING } from './lease-statements.ts';
import { type PresentedKeyRow, toPresentedKey } from './license-key-records.ts';
import * as sql from './license-key-statements.ts';
import { writesOfUse } from './license-key-writes.ts';

/** Replaces organizations that the caller may not see: the same statements run and find nothing. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

interface Target {
  readonly organizationId: string;
  readonly digest: Buffer;
  readonly key: string;
  readonly at: Date;
}

/** Keys that applications present. */
export class LicenseKeysByString extends LicenseKeyGroupCommit<WhichPresentedKey, PresentedLicenseKey, PresentedKeyRow> {
  protected toKey = toPresentedKey;
  protected writes = writesOfUse;

  protected search(requests: readonly WhichPresentedKey[]): Search {
    const targets: Target[] = [];
    const known = new Map<string, readonly number[]>();
    const searched = requests.map((request) => {
      const organizationId = locationOf(request);
      const name = `${organizationId}/${request.key}`;
      const already = known.get(name);
      if (already) return already;
      const digests = this.keyring.digests('license-key', request.key);
      const positions = digests.map((digest) => targets.push({ organizationId, digest, key: request.key, at: request.at }) - 1);
      known.set(name, positions);
      return positions;
    });
    return {
      positions: searched,
      presented: (n) => targets[n]?.key,
      lock: {
        ...sql.LOCK_BY_STRING,
        values: columnsOf(
          targets,
          targets.map((_, n) => n),
        ),
      },
      alwaysTwice: requests.flatMap(({ hidesExistence }, index) => (hidesExistence ? searched[index]! : [])),
      fallback: (positions) => ({
        ...sql.LOCK_BY_REPLACED_STRING,
        values: [...columnsOf(targets, positions), timesOf(targets, positions)],
      }),
      activations: activationsOf(requests, (index) => searched[index]!.map((n) => targets[n]!)),
      leases: leasesOf(this.clocks, requests, (index) => searched[index]!.map((n) => targets[n]!)),
    };
  }
}

const columnsOf = (targets: readonly Target[], positions: readonly number[]): unknown[] => [
  arrayOf('int', positions),
  arrayOf(
    'uuid',
    positions.map((n) => targets[n]!.organizationId),
  ),
  arrayOf(
    'bytea',
    positions.map((n) => targets[n]!.digest),
  ),
];

const timesOf = (targets: readonly Target[], positions: readonly number[]): unknown =>
  arrayOf(
    'timestamptz',
    positions.map((n) => targets[n]!.at),
  );

/** Where the string is looked for. */
export const locationOf = ({ organizationId, within }: WhichPresentedKey): string =>
  within === undefined || within.includes(organizationId) ? organizationId : NIL_UUID;

function activationsOf(
  requests: readonly WhichPresentedKey[],
  targetsOf: (index: number) => readonly Target[],
): Search['activations'] {
  const byDevice = requests.flatMap(({ device, described, to }, index) =>
    device ? targetsOf(index).map((target) => ({ target, device, described, to })) : [],
  );
  const byId = requests.filter((request) => request.activationId);
  return [
    ...readActivations(sql.ACTIVATIONS_BY_ID, byId, (named) => [
      named.map(locationOf),
      named.map((request) => request.activationId),
    ]),
    ...readActivations(sql.ACTIVATIONS_BY_DEVICE, byDevice, (named) => [
      named.map(({ target }) => target.organizationId),
      named.map(({ target }) => target.digest),
      named.map(({ device }) => device),
    ]),
  ];
}

function leasesOf(
  clocks: OrganizationClocks,
  requests: readonly WhichPresentedKey[],
  targetsOf: (index: number) => readonly Target[],
): Search['leases'] {
  const about = requests.flatMap(({ to, activationId = null, device = null }, index) =>
    needsLeases(to) ? targetsOf(index).map((target) => ({ target, activationId, device })) : [],
  );
  if (about.length === 0) return [];
  const values = [
    about.map(({ target }) => target.organizationId),
    about.map(({ target }) => target.digest),
    about.map(({ activationId }) => activationId),
    about.map(({ device }) => device),
    about.map(({ target }) => clocks.aheadMs(target.organizationId)),
  ];
  return [{ ...LEASES_BY_STRING, values }];
}
