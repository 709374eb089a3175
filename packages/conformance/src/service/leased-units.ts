import { randomUUID } from 'node:crypto';
import type { LicenseKey, SharedUnits } from './license-key.ts';
import { refusal } from './refusals.ts';

type Units = Readonly<Record<string, number>>;

/** What a device says of the units of its lease when it renews it. */
export interface UnitsRequest {
  /** Units to take. */
  readonly units?: Units;
  /** What was used of the units with this ID; the others are given back. */
  readonly settled?: { readonly units_id: string; readonly units: Units };
}

/** Settles the units of a lease and takes others, or refuses both. Units that the lease has no more are settled already. */
export function unitsAfter(
  key: LicenseKey,
  held: SharedUnits | null,
  { units: take = {}, settled }: UnitsRequest,
): SharedUnits | null {
  const counted = new Map(key.counted);
  const shares = new Map(Object.entries(held?.shares ?? {}));
  const isSettled = held !== null && settled?.units_id === held.id;
  if (isSettled) {
    for (const [counter, used] of Object.entries(settled.units)) if (used > (shares.get(counter) ?? 0)) throw refusal(422);
    for (const [counter, share] of shares) counted.set(counter, counted.get(counter)! - share + (settled.units[counter] ?? 0));
    shares.clear();
  }
  for (const [counter, units] of Object.entries(take)) {
    const limit = key.counters?.[counter];
    if (limit === undefined) throw refusal(422);
    const used = (counted.get(counter) ?? 0) + units;
    if (used > limit) throw refusal(400, 'COUNTER_LIMIT_REACHED');
    counted.set(counter, used);
    shares.set(counter, (shares.get(counter) ?? 0) + units);
  }
  for (const [counter, used] of counted) key.counted.set(counter, used);
  return shares.size === 0 ? null : { id: held && !isSettled ? held.id : randomUUID(), shares: Object.fromEntries(shares) };
}
