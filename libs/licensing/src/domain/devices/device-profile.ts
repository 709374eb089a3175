import type { Application } from '../activations/application.ts';
import type { Installation } from '../keys/license-key.types.ts';
import { classOf, type DevicesPolicy, type MatchRule } from '../policy/devices-policy.ts';
import { unlessSame } from '../policy/unless-same.ts';
import type { DescribedDevice } from './described-device.ts';

/** What is stored about the device of an activation. It is JSON: the time is an ISO text. */
export interface DeviceProfile {
  /** Digests by the names of the components. */
  readonly components?: { readonly [name: string]: string };
  readonly class?: string;
  readonly isVirtual?: boolean;
  readonly platform?: string;
  readonly applicationVersion?: string;
  readonly lastSeenAt?: string;
}

/** What an application said about its device and itself, and its class under the policy. */
export interface Sighting {
  readonly device: DescribedDevice;
  readonly class: string | null;
  readonly application: Application | null;
}

const MAX_COMPONENTS = 16;
/** The time of the last sighting is not written again before that. */
const SEEN_AGAIN_MS = 3_600_000;

/** The profile of a device that is activated. Without a description only the time is known. */
const newProfile = ({ device, class: name, application }: Sighting, now: Date): DeviceProfile => ({
  ...(name === null ? {} : { class: name }),
  ...said(undefined, device, application),
  lastSeenAt: now.toISOString(),
});

/** The profile of the device of a new activation. Without a description and without rules for devices, nothing is kept about it. */
export function profileOf(
  { described, application = null }: Pick<Installation, 'described' | 'application'>,
  rules: DevicesPolicy | undefined,
  now: Date,
): DeviceProfile | null {
  if (described) return newProfile({ device: described, class: classOf(described, rules), application }, now);
  return rules ? { lastSeenAt: now.toISOString() } : null;
}

/** The profile after a sighting: the same object if nothing has to be written. A known class stays. */
export function seenAgain(before: DeviceProfile | null, sighting: Sighting, now: Date): DeviceProfile {
  if (before === null) return newProfile(sighting, now);
  const unclassed = before.class === undefined && sighting.class !== null ? { class: sighting.class } : {};
  const after = { ...before, ...unclassed, ...said(before.components, sighting.device, sighting.application) };
  const isRecent = before.lastSeenAt !== undefined && now.getTime() - Date.parse(before.lastSeenAt) < SEEN_AGAIN_MS;
  if (isRecent && unlessSame(before, after) === before) return before;
  return { ...after, lastSeenAt: now.toISOString() };
}

/** The number of components that have the stored values. */
export function matchesIn(profile: DeviceProfile | null, { components }: DescribedDevice): number {
  let matches = 0;
  for (const [name, digest] of Object.entries(profile?.components ?? {}))
    if (Object.hasOwn(components, name) && components[name]!.includes(digest)) matches += 1;
  return matches;
}

/** Whether the device is the one of the profile. Never without stored components. */
export function isSameDevice(profile: DeviceProfile | null, device: DescribedDevice, rule: MatchRule): boolean {
  const stored = Object.keys(profile?.components ?? {}).length;
  return stored > 0 && matchesIn(profile, device) >= needed(rule, stored);
}

function needed(rule: MatchRule, stored: number): number {
  if (rule === 'all') return stored;
  if (rule === 'most') return Math.floor(stored / 2) + 1;
  return rule === 'any' ? 1 : Math.min(rule.atLeast, stored);
}

function said(before: DeviceProfile['components'], device: DescribedDevice, application: Application | null): DeviceProfile {
  const { isVirtual, platform } = device;
  const version = application?.version;
  const components = renewed(before, device.components);
  return {
    ...(components ? { components } : {}),
    isVirtual,
    ...(platform === null ? {} : { platform }),
    ...(version ? { applicationVersion: version } : {}),
  };
}

/** Components that were sent, then those that were stored before, in the order of their names. */
function renewed(before: DeviceProfile['components'] = {}, sent: DescribedDevice['components']): DeviceProfile['components'] {
  const digests = Object.entries(sent).map(([name, [digest]]) => [name, digest] as const);
  if (digests.length === 0) return undefined;
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(sent, name));
  return Object.fromEntries([...digests, ...kept.sort(([a], [b]) => (a < b ? -1 : 1))].slice(0, MAX_COMPONENTS));
}
