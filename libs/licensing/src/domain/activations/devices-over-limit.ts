import { grantedDevices } from '../policy/over-limit-policy.ts';
import type { LicenseKey } from '../keys/license-key.ts';
import type { Leasing } from '../leases/leasing.ts';
import type { Activation } from './activation.ts';
import { lastSeenAt } from './places.ts';

/**
 * Releases the devices beyond those that are granted, of those that are loaded the ones that were seen longest ago, once that is due. If
 * more have to go, it stays due.
 */
export function releaseDevicesOverLimit(key: LicenseKey & { readonly leasing: Leasing }, now: Date): void {
  const due = key.releaseAt;
  if (!due || due > now) return;
  const devices = key.takenSlots - key.leasing.heldPlaces.length;
  const excess = devices - grantedDevices(key);
  const places = Map.groupBy(
    key.activations.filter(({ isLive }) => isLive),
    ({ placeId }) => placeId,
  );
  const seenLast = (installed: readonly Activation[]): number =>
    Math.max(...installed.map((each) => lastSeenAt(each, key.leasing.leaseOf(each)?.issuedAt)));
  const unseen = [...places.values()].toSorted((some, other) => seenLast(some) - seenLast(other));
  for (const [activation] of unseen.slice(0, Math.max(0, excess))) key.removeDevice(activation!.id, now, 'over_limit');
  if (excess <= unseen.length || unseen.length === 0) key.endOverLimit();
}
