import type { OrganizationClocks } from '#platform/clocks';
import type { WhichLicenseKey } from '../../domain/keys/license-keys.ts';
import { LicenseKeyGroupCommit, readActivations, type Search } from './license-key-group-commit.ts';
import { LEASES_BY_ID } from './lease-statements.ts';
import * as sql from './license-key-statements.ts';

type Identified = Extract<WhichLicenseKey, { readonly id: string }>;

export class LicenseKeysById extends LicenseKeyGroupCommit<Identified> {
  protected search(requests: readonly Identified[]): Search {
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

const namedBy = ({ activationId, activationIds = [] }: Pick<Identified, 'activationId' | 'activationIds'>): readonly string[] =>
  activationId ? [activationId, ...activationIds] : activationIds;

function activationsOf(requests: readonly Identified[]): Search['activations'] {
  const named = requests.flatMap(({ within, describesDevice, ...which }) =>
    within.flatMap((organizationId) => namedBy(which).map((activationId) => ({ organizationId, activationId, describesDevice }))),
  );
  const byDevice = requests.flatMap(({ id, within, device, describesDevice }) =>
    device ? within.map((organizationId) => ({ organizationId, id, device, describesDevice })) : [],
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

function leasesOf(clocks: OrganizationClocks, requests: readonly Identified[]): Search['leases'] {
  const about = requests.flatMap(({ id, within, leases, ...which }) => {
    const activationIds = namedBy(which);
    const named = activationIds.length > 0 ? activationIds : [null];
    return leases ? within.flatMap((organizationId) => named.map((activationId) => ({ organizationId, id, activationId }))) : [];
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
