import type { LicenseKey } from '../keys/license-key.ts';
import type { Leasing } from '../leases/leasing.ts';

/** Ends an activation that was silent for long. That of a key that is no longer floating stays, without its check-out. */
export function endSilent(key: LicenseKey & { readonly leasing: Leasing }, activationId: string, now: Date): void {
  const activation = key.activations.find(({ id, isLive, sweepAt }) => id === activationId && isLive && sweepAt !== null);
  if (!activation) return;
  if (!key.checkOuts) activation.endCheckOut();
  else if (key.checkOuts.isDue(activation)) key.deactivate(activationId, now);
}
