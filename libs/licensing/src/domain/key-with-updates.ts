import { hasNoGrant, hasNoUpdatePeriod } from './license-key.errors.ts';
import { LicenseKeyUpdated } from './license-key.events.ts';
import { KeyOnDevices } from './key-on-devices.ts';
import { updatesFrom } from './policy/updates-policy.ts';

/** The part of a key that runs the releases of a period. */
export abstract class KeyWithUpdates extends KeyOnDevices {
  abstract readonly grantId: string | null;

  /** Sets the end of the update period by hand; it stays whatever becomes of benefit and purchase. Null follows the benefit again. */
  setUpdatesUntil(until: Date | null, now: Date): void {
    const { policy, policyState } = this;
    if (until === null && this.grantId === null) throw hasNoGrant();
    if (!policy?.updates || !policyState?.updates) throw hasNoUpdatePeriod(until);
    const { updates: before } = policyState;
    const updates = until
      ? { from: before.from, until: until.toISOString(), isSetByHand: true }
      : updatesFrom(policy.updates, new Date(before.from));
    if (updates.until === before.until && Boolean(before.isSetByHand) === (until !== null)) return;
    this.policyState = { ...policyState, updates };
    this.modifiedAt = now;
    this.record(new LicenseKeyUpdated(this.snapshot, now, ['updatesUntil']));
  }
}
