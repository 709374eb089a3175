import { createHash } from 'node:crypto';

/** Beyond which numbers a key is suspected of having leaked. */
export interface AlertsPolicy {
  readonly devicesPerDay?: number;
  readonly networksPerDay?: number;
}

/** Why and when a key was suspected last. */
export interface LeakSuspicion {
  readonly at: string;
  readonly devices: number;
  readonly networks: number;
}

/** The devices that were activated on a day, as short digests in one text, and the last suspicion. */
export interface AlertsState {
  readonly day?: string;
  readonly devices?: string;
  readonly suspected?: LeakSuspicion;
}

const DIGEST_LENGTH = 8;

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const digestOf = (device: string): string => createHash('sha256').update(device).digest('base64url').slice(0, DIGEST_LENGTH);

const devicesOn = (state: AlertsState, now: Date): string => (state.day === dayOf(now) ? (state.devices ?? '') : '');

const numberOf = (devices: string): number => devices.length / DIGEST_LENGTH;

const isKnown = (devices: string, digest: string): boolean =>
  Array.from({ length: numberOf(devices) }, (_, n) => devices.slice(n * DIGEST_LENGTH, (n + 1) * DIGEST_LENGTH)).includes(digest);

/** With a device that was activated now. No more are remembered than are needed to exceed the number. */
export function withDevice(policy: AlertsPolicy, state: AlertsState, device: string, now: Date): AlertsState {
  const devices = devicesOn(state, now);
  const digest = digestOf(device);
  const isFull = policy.devicesPerDay === undefined || numberOf(devices) > policy.devicesPerDay;
  return isFull || isKnown(devices, digest) ? state : { ...state, day: dayOf(now), devices: devices + digest };
}

/** The suspicion that a key has leaked, the first one of the day; undefined without one. */
export function newSuspicion(
  { devicesPerDay = Infinity, networksPerDay = Infinity }: AlertsPolicy,
  state: AlertsState,
  networks: number,
  now: Date,
): LeakSuspicion | undefined {
  const devices = numberOf(devicesOn(state, now));
  if (devices <= devicesPerDay && networks <= networksPerDay) return undefined;
  const wasToday = state.suspected !== undefined && dayOf(new Date(state.suspected.at)) === dayOf(now);
  return wasToday ? undefined : { at: now.toISOString(), devices, networks };
}
