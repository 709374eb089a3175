import { AggregateRoot } from '#kernel';
import { type KeyEntitlement, sameEntitlements } from './key-entitlements.ts';
import { LicenseKeyUpdated } from './license-key.events.ts';
import type { LicenseKeySnapshot } from './license-key.types.ts';

/** The part of a key that follows the flags of its purchase. */
export abstract class EntitledKey extends AggregateRoot {
  /** The flags as of the last decision about the grants of the purchase that was applied. */
  private entitlements: KeyEntitlement[] | null = null;
  private entitlementsRevision = 0;
  abstract modifiedAt: Date | null;
  abstract get snapshot(): LicenseKeySnapshot;

  /** Applies the flags that the key has after so many decisions about the grants of its purchase. Older ones are ignored. */
  entitle(revision: number, entitlements: KeyEntitlement[] | null, now: Date): void {
    if (revision <= this.entitlementsRevision) return;
    this.entitlementsRevision = revision;
    if (sameEntitlements(this.entitlements, entitlements)) return;
    this.entitlements = entitlements;
    this.modifiedAt = now;
    this.record(new LicenseKeyUpdated(this.snapshot, now, ['entitlements']));
  }
}
