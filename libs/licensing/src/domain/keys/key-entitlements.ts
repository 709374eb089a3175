import { sameConditions } from '../activations/conditions.ts';

/** A flag that came with the purchase of a key, in the form in which responses show it. */
export interface KeyEntitlement {
  readonly benefit_id: string;
  readonly values: { [name: string]: string | number | boolean };
}

/** Applications accept leases of up to 16 KiB. */
const MAX_BYTES = 8192;

/** The flags that a key shows: as many, in this order, as fit. Null if there are none. */
export function shownEntitlements(flags: readonly KeyEntitlement[]): KeyEntitlement[] | null {
  const shown: KeyEntitlement[] = [];
  let bytes = 0;
  for (const flag of flags) {
    bytes += Buffer.byteLength(JSON.stringify(flag)) + 1;
    if (bytes > MAX_BYTES) break;
    shown.push(flag);
  }
  return shown.length > 0 ? shown : null;
}

/** Whether a key shows the same with both. */
const sameEntitlements = (some: readonly KeyEntitlement[] | null, others: readonly KeyEntitlement[] | null): boolean =>
  (some?.length ?? 0) === (others?.length ?? 0) &&
  (some ?? []).every((each, index) => {
    const other = others![index]!;
    return each.benefit_id === other.benefit_id && sameConditions(each.values, other.values);
  });

interface EntitledState {
  entitlements: KeyEntitlement[] | null;
  entitlementsRevision: number;
}

/** The flags that a key shows, as of the last decision about the grants of its purchase that was applied. */
export class KeyEntitlements {
  constructor(private readonly state: EntitledState) {}

  /** Takes the flags as of so many decisions, older ones than those known excepted. Returns whether the key shows others now. */
  take(revision: number, shown: KeyEntitlement[] | null): boolean {
    if (revision <= this.state.entitlementsRevision) return false;
    this.state.entitlementsRevision = revision;
    if (sameEntitlements(this.state.entitlements, shown)) return false;
    this.state.entitlements = shown;
    return true;
  }
}
