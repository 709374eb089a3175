import type { Activation } from '../activations/activation.ts';
import { hasSlot } from '../activations/places.ts';
import { activationNamed, isSameInstallation, type NamedDevice } from '../devices/devices.ts';
import type { Leasing } from '../leases/leasing.ts';
import type { LicensePolicy } from '../policy/license-policy.ts';
import type { CheckOuts } from './check-outs.ts';

interface FloatingKey {
  readonly activations: readonly Activation[];
  readonly policy: LicensePolicy | null;
  readonly checkOuts?: CheckOuts | undefined;
  readonly leasing?: Leasing | undefined;
}

/**
 * The activation of a process, which its installation is; or else one on a place of its device that the process can share. Places that
 * have a slot come first. Null if the process takes a place of its own.
 */
export function processNamed(key: FloatingKey, checkOuts: CheckOuts, named: NamedDevice): Activation | null {
  const { activations, policy } = key;
  const nearestOf = (some: readonly Activation[]) => activationNamed(some, named, policy?.devices?.match);
  const live = nearestOf(activations.filter((each) => each.isLive && checkOuts.isLive(each)));
  const isOfProcess = live && isSameInstallation(live, named);
  if (isOfProcess && live.installation === (named.installation ?? null)) return live;
  const withRoom = activations.filter((each) => each.isLive && checkOuts.hasRoom(each, activations));
  const known = nearestOf(withRoom.filter((each) => hasSlot(key, each))) ?? nearestOf(withRoom);
  return known ?? (isOfProcess ? live : null);
}
