import type { Activation } from './activation.ts';

/** How many installations of a device have activations at a time, and how many others of them leases that can be verified. */
export const MOST_INSTALLATIONS = 16;

type OnPlace = Pick<Activation, 'placeId'>;

/** The live activations that share a place, of those that are loaded. */
export const installationsOf = ({ placeId }: OnPlace, activations: readonly Activation[]): Activation[] =>
  activations.filter((each) => each.placeId === placeId && each.isLive);

/** Whether one installation of the device has to make room before it has another one. */
export const isFull = (place: OnPlace, activations: readonly Activation[]): boolean =>
  installationsOf(place, activations).length >= MOST_INSTALLATIONS;

interface KeyWithPlaces {
  readonly activations: readonly Activation[];
  readonly checkOuts?: { hasSlot(place: OnPlace, activations: readonly Activation[]): boolean } | undefined;
  readonly leasing?: { holdsPlaceOf(place: OnPlace): boolean } | undefined;
}

/** Whether a live activation has a slot: always, unless slots are checked out; then its place has one if an installation does, or a lease holds it. */
export const hasSlot = ({ activations, checkOuts, leasing }: KeyWithPlaces, activation: Activation): boolean =>
  !checkOuts || checkOuts.hasSlot(activation, activations) || (leasing?.holdsPlaceOf(activation) ?? false);

/**
 * The installation of a place that was not heard of for longest, and makes room for another one; the first of those that are loaded.
 * None with a live check-out does: a full place that has room for another check-out has one that expired.
 */
export function longestUnseen(
  place: OnPlace,
  activations: readonly Activation[],
  checkOuts?: { isLive(activation: Activation): boolean },
): Activation {
  const installed = installationsOf(place, activations).filter((each) => !checkOuts?.isLive(each));
  return installed.reduce((unseen, each) => (lastSeenAt(each) < lastSeenAt(unseen) ? each : unseen));
}

/** When an installation was last heard of, as far as that was read, in milliseconds. `leasedAt`: when its lease was renewed last. */
export const lastSeenAt = ({ createdAt, lastHeartbeatAt, deviceProfile }: Activation, leasedAt?: Date): number =>
  Math.max(
    createdAt.getTime(),
    lastHeartbeatAt?.getTime() ?? 0,
    Date.parse(deviceProfile?.lastSeenAt ?? '') || 0,
    leasedAt?.getTime() ?? 0,
  );
