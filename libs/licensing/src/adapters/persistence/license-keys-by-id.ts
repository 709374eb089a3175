import type { OrganizationClocks } from '#platform/clocks';
import type { BatchStatement } from '#engine/persistence';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { WhichLicenseKey } from '../../domain/keys/license-keys.ts';
import { LicenseKeyGroupCommit, needsLeases, readActivations, type Search } from './license-key-group-commit.ts';
import { LEASES_BY_ID } from './lease-statements.ts';
import { toLicenseKey, type WholeKeyRow } from './license-key-records.ts';
import * as sql from './license-key-statements.ts';
import { type Loaded, writesOfChange } from './license-key-writes.ts';

/** Whole keys, which are selected by their IDs. */
export class LicenseKeysById extends LicenseKeyGroupCommit<WhichLicenseKey, LicenseKey, WholeKeyRow> {
  protected toKey = toLicenseKey;

  protected writes(changed: readonly LicenseKey[], loaded: ReadonlyMap<object, Loaded<WholeKeyRow>>): BatchStatement[] {
    return writesOfChange(changed, loaded, this.keyring);
  }

  protected search(requests: readonly WhichLicenseKey[]): Search {
    const places: { organizationId: string; id: string }[] = [];
    const searched = requests.map(({ id, within }) => within.map((organizationId) => places.push({ organizationId, id }) - 1));
    return {
      positions: searched,
      presented: () => undefined,
      lock: {
        ...sql.LOCK_BY_ID,
        values: [places.map((_, n) => n), places.map((each) => each.organizationId), places.map((each) => each.id)],
      },
      activations: activationsOf(requests),
      leases: leasesOf(this.clocks, requests),
    };
  }
}

const namedBy = ({
  activationId,
  activationIds = [],
}: Pick<WhichLicenseKey, 'activationId' | 'activationIds'>): readonly string[] =>
  activationId ? [activationId, ...activationIds] : activationIds;

function activationsOf(requests: readonly WhichLicenseKey[]): Search['activations'] {
  const named = requests.flatMap(({ within, described, to, ...which }) =>
    within.flatMap((organizationId) => namedBy(which).map((activationId) => ({ organizationId, activationId, described, to }))),
  );
  const byDevice = requests.flatMap(({ id, within, device, described, to }) =>
    device ? within.map((organizationId) => ({ organizationId, id, device, described, to })) : [],
  );
  return [
    ...readActivations(sql.ACTIVATIONS_BY_ID, named, (some) => [
      some.map(({ organizationId }) => organizationId),
      some.map(({ activationId }) => activationId),
    ]),
    ...readActivations(sql.ACTIVATIONS_BY_KEY_AND_DEVICE, byDevice, (some) => [
      some.map(({ organizationId }) => organizationId),
      some.map(({ id }) => id),
      some.map(({ device }) => device),
    ]),
  ];
}

function leasesOf(clocks: OrganizationClocks, requests: readonly WhichLicenseKey[]): Search['leases'] {
  const about = requests.flatMap(({ id, within, to, ...which }) => {
    const activationIds = namedBy(which);
    const named = activationIds.length > 0 ? activationIds : [null];
    return needsLeases(to)
      ? within.flatMap((organizationId) => named.map((activationId) => ({ organizationId, id, activationId })))
      : [];
  });
  if (about.length === 0) return [];
  const values = [
    about.map(({ organizationId }) => organizationId),
    about.map(({ id }) => id),
    about.map(({ activationId }) => activationId),
    about.map(() => null),
    about.map(({ organizationId }) => clocks.aheadMs(organizationId)),
  ];
  return [{ ...LEASES_BY_ID, values }];
}
