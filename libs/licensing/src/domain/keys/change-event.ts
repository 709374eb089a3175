import type { ChangedFields } from '#support/changes';
import { LicenseKeyDisabled, LicenseKeyEnabled, LicenseKeyRevoked, LicenseKeyUpdated } from './license-key.events.ts';
import type { LicenseKeySnapshot } from './license-key.types.ts';

type ChangeEvent = LicenseKeyUpdated | LicenseKeyRevoked | LicenseKeyDisabled | LicenseKeyEnabled;

/** The event of a change. One of the status is published as such, and not as an update. */
export function changeEvent(key: LicenseKeySnapshot, at: Date, changes: ChangedFields, isByHand: boolean): ChangeEvent {
  if (!changes.status) return new LicenseKeyUpdated(key, at, changes, isByHand);
  if (key.status === 'revoked') return new LicenseKeyRevoked(key, at, changes, isByHand);
  if (key.status === 'disabled') return new LicenseKeyDisabled(key, at, changes, isByHand);
  return new LicenseKeyEnabled(key, at, changes, isByHand);
}
