import type { Activation } from '../activations/activation.ts';
import type { MatchRule } from '../policy/devices-policy.ts';
import type { DescribedDevice } from './described-device.ts';
import { compare, type DeviceProfile, isOtherDevice, isSameDevice } from './device-profile.ts';

/** How many activations a device is looked for in: the newest ones, and those that ended last. */
export const MOST_COMPARED = 1000;

/** An activation that has ended. */
export interface EndedDevice {
  readonly device: string | null;
  readonly installation: string | null;
  readonly deviceProfile: DeviceProfile | null;
  readonly deactivatedAt: Date | null;
}

/** How a request names its device. */
export interface NamedDevice {
  /** The ID that the application sent. */
  readonly device: string | null;
  /** The ID of the installation on the device; null if the application sent none. */
  readonly installation?: string | null;
  readonly described?: DescribedDevice | null;
}

/** The devices of a key as they were when it was locked. Loaded only for commands that may activate a key whose policy has rules for them. */
export class Devices {
  /** How many devices of each class have a slot. */
  private readonly taken: Map<string, number>;
  private readonly ended: EndedDevice[];

  constructor(taken: Iterable<readonly [className: string, taken: number]>, ended: readonly EndedDevice[]) {
    this.taken = new Map(taken);
    this.ended = [...ended];
  }

  takenIn(className: string): number {
    return this.taken.get(className) ?? 0;
  }

  /** The activation gets a slot. */
  take({ deviceProfile }: Activation): void {
    if (deviceProfile?.class !== undefined) this.taken.set(deviceProfile.class, this.takenIn(deviceProfile.class) + 1);
  }

  /** A place that a lease held for a device is free. */
  free({ deviceProfile }: Pick<EndedDevice, 'deviceProfile'>): void {
    const name = deviceProfile?.class;
    if (name !== undefined) this.taken.set(name, this.takenIn(name) - 1);
  }

  /** The activation ends. `givesSlot`: its place had a slot, which is free now. */
  end(activation: Activation, givesSlot: boolean): void {
    if (givesSlot) this.free(activation);
    this.ended.push(activation);
  }

  /** Whether the device had an activation that ended since then. */
  wasActiveSince(start: Date, named: NamedDevice, rule: MatchRule | undefined): boolean {
    return this.ended.some((each) => each.deactivatedAt! >= start && isNamedAs(each, named, rule));
  }

  copy(): Devices {
    return new Devices(this.taken, this.ended);
  }
}

/** Whether a device is the one that a request names: by its ID, unless its components tell that it is another one, or by its components. */
export function isNamedAs(
  { device, deviceProfile }: Pick<EndedDevice, 'device' | 'deviceProfile'>,
  { device: id, described }: NamedDevice,
  rule: MatchRule | undefined,
): boolean {
  const hasId = id !== null && device === id;
  if (!described || rule === undefined) return hasId;
  return hasId ? !isOtherDevice(deviceProfile, described, rule) : isSameDevice(deviceProfile, described, rule);
}

/** Whether an activation of the device is that of the installation. What one of them does not say is not compared. */
export const isSameInstallation = (
  known: Pick<EndedDevice, 'device' | 'installation'>,
  { device, installation = null }: NamedDevice,
): boolean =>
  device === null ||
  known.device === null ||
  (known.device === device && (installation === null || known.installation === null || known.installation === installation));

/**
 * The live activation of the device: of those with its ID that are not on another one, that of the installation, else the oldest; else by
 * the rule.
 */
export function activationNamed(
  activations: readonly Activation[],
  named: NamedDevice,
  rule: MatchRule | undefined,
): Activation | null {
  let known: Activation | null = null;
  for (const each of activations) {
    if (!each.isLive || named.device === null || each.device !== named.device || !isNamedAs(each, named, rule)) continue;
    if (!known || isNearer(each, known, named.installation ?? null)) known = each;
  }
  return known ?? (named.described && rule ? matchingActivation(activations, named.described, rule) : null);
}

function isNearer(some: Activation, known: Activation, installation: string | null): boolean {
  const nearer = distance(some, installation) - distance(known, installation);
  return nearer === 0 ? some.createdAt < known.createdAt : nearer < 0;
}

/** An installation that is not known yet may be that of an activation without one. */
function distance({ installation: known }: Activation, installation: string | null): number {
  if (known === installation) return 0;
  return known === null ? 1 : 2;
}

/** The live activation of the device by the rule: most matches first, then the oldest, then the smallest ID. */
function matchingActivation(activations: readonly Activation[], device: DescribedDevice, rule: MatchRule): Activation | null {
  let best: Activation | null = null;
  for (const each of activations)
    if (each.isLive && isSameDevice(each.deviceProfile, device, rule) && (!best || isBetter(each, best, device))) best = each;
  return best;
}

function isBetter(some: Activation, best: Activation, device: DescribedDevice): boolean {
  const more = compare(some.deviceProfile, device).matching - compare(best.deviceProfile, device).matching;
  if (more !== 0) return more > 0;
  const older = best.createdAt.getTime() - some.createdAt.getTime();
  return older !== 0 ? older > 0 : some.id < best.id;
}
