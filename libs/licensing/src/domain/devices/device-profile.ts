import type { Application } from '../activations/application.ts';
import type { Installation } from '../keys/license-key.types.ts';
import { classOf, type DevicesPolicy, type MatchRule } from '../policy/devices-policy.ts';
import { unlessSame } from '../policy/unless-same.ts';
import type { DescribedDevice } from './described-device.ts';
import { CARD, hasUnnumberedCard, identifies, subjectOf } from './identifying-components.ts';

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

/** The profile of another installation of a device, whose class stays. */
export function inClassOf(device: DeviceProfile | null, profile: DeviceProfile | null): DeviceProfile | null {
  if (!profile || !device) return profile;
  const { class: _class, ...others } = profile;
  return device.class === undefined ? others : { ...others, class: device.class };
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

/** The profile after an application used the activation and described no device: the same object if nothing has to be written. */
export const seenUndescribed = (before: DeviceProfile | null, now: Date): DeviceProfile =>
  before?.lastSeenAt !== undefined && now.getTime() - Date.parse(before.lastSeenAt) < SEEN_AGAIN_MS
    ? before
    : { ...before, lastSeenAt: now.toISOString() };

/** How a device compares with what is stored about one, in the subjects of components that identify devices and that both have. */
interface Comparison {
  readonly compared: number;
  readonly matching: number;
}

/** Between what a library of version 0.1 sent and what a later one sends, the same network card is a match, and another one is no difference. */
export function compare(profile: DeviceProfile | null, { components }: DescribedDevice): Comparison {
  const known = profile?.components ?? {};
  const subjects = new Map<string, boolean>();
  for (const [name, digest] of Object.entries(known)) {
    if (!identifies(name)) continue;
    const subject = subjectOf(name);
    const sent = Object.keys(components).filter((each) => subjectOf(each) === subject);
    if (sent.length === 0) continue;
    const matches = sent.some((each) => components[each]!.includes(digest));
    subjects.set(subject, matches || subjects.get(subject) === true);
  }
  if (subjects.get(CARD) === false && hasUnnumberedCard(known) !== hasUnnumberedCard(components)) subjects.delete(CARD);
  return { compared: subjects.size, matching: [...subjects.values()].filter(Boolean).length };
}

/** Whether the device is the one of the profile. Never without components to compare. */
export function isSameDevice(profile: DeviceProfile | null, device: DescribedDevice, rule: MatchRule): boolean {
  const { compared, matching } = compare(profile, device);
  return compared > 0 && matching >= needed(rule, compared);
}

/** Whether the device is another one than that of the profile. Never without components to compare. */
export function isOtherDevice(profile: DeviceProfile | null, device: DescribedDevice, rule: MatchRule): boolean {
  const { compared, matching } = compare(profile, device);
  return compared > 0 && matching < needed(rule, compared);
}

function needed(rule: MatchRule, compared: number): number {
  if (rule === 'all') return compared;
  if (rule === 'most') return Math.floor(compared / 2) + 1;
  return rule === 'any' ? 1 : Math.min(rule.atLeast, compared);
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

/** Components that were sent, then those that were stored before, in the order of their names. Network cards that were not sent get other numbers. */
function renewed(before: DeviceProfile['components'] = {}, sent: DescribedDevice['components']): DeviceProfile['components'] {
  const components = new Map(Object.entries(sent).map(([name, [digest]]) => [name, digest]));
  if (components.size === 0) return undefined;
  const digests = new Set(components.values());
  for (const [name, digest] of Object.entries(before).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!components.has(name)) components.set(name, digest);
    else if (subjectOf(name) === CARD && !digests.has(digest)) components.set(freeCard(components), digest);
  }
  return Object.fromEntries([...components].slice(0, MAX_COMPONENTS));
}

function freeCard(components: ReadonlyMap<string, string>): string {
  let number = 2;
  while (components.has(`${CARD}_${number}`)) number += 1;
  return `${CARD}_${number}`;
}
