import type { DeviceProfile } from '../devices/device-profile.ts';
import type { Conditions } from './conditions.ts';

export interface NewActivation {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  readonly device: string | null;
  readonly installation?: string | null;
  readonly deviceProfile?: DeviceProfile | null;
  /** Another installation of the device; it takes a place of its own, if left out. */
  readonly neighbor?: { readonly placeId: string } | null;
}

/** What remains of an activation whose customer was anonymized. */
export const ERASED = {
  label: 'anonymized',
  conditions: {},
  meta: {},
  device: null,
  installation: null,
  deviceProfile: null,
} as const;

/** The state of an activation: one property for each column of its row. */
export interface ActivationState {
  readonly id: string;
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  readonly createdAt: Date;
  /** When it ended. The last release leaves it as it is: by that, the database knows what that has ended. */
  modifiedAt: Date | null;
  deactivatedAt: Date | null;
  /** Device id sent by the application, if any. */
  device: string | null;
  /** The id of the installation on its device, if the application sent one. Unique among the live activations with the device id. */
  installation: string | null;
  /** The activation that took the place of the device, which this one shares; null if it took one itself. */
  readonly placeId: string | null;
  /** Null also if it was not read: only requests that describe a device, or activate a key with rules for devices, read it. */
  deviceProfile: DeviceProfile | null;
  /** The end of the check-out; null if the activation has none. */
  checkoutExpiresAt: Date | null;
  lastHeartbeatAt: Date | null;
  /** Renewals leave it as it is: it is indexed, and they are frequent. */
  sweepAt: Date | null;
}
