import { described, type Infer, nullable, objectOr, optional, text } from '#platform/wire';
import type { ActivateLicenseKey } from '../../commands/activations/activate-license-key.ts';
import { Device, DEVICE_ID, ExplainedDevice } from '../../queries/device.view.ts';

/** What an application says about its device, in requests that use a key. */
export const DESCRIBED_DEVICE = {
  device: described(
    optional(nullable(Device)),
    'What the application says about its device, beside its ID. Compared with `policy.devices` of the license key. An extension.',
  ),
};

/** The device in an explanation, which has no header: its ID, or all that is said about it. */
export const EXPLAINED_DEVICE = optional(nullable(objectOr(ExplainedDevice, text(DEVICE_ID))));

export const descriptionOf = (device: Infer<typeof Device> | null | undefined): ActivateLicenseKey['description'] =>
  device
    ? {
        components: device.components ?? {},
        class: device.class ?? null,
        virtual: device.virtual ?? null,
        platform: device.platform ?? null,
      }
    : null;

/** What an explanation is about. */
export function explainedDeviceOf(device: Infer<typeof ExplainedDevice> | string | null | undefined) {
  if (typeof device === 'string') return { device, description: null };
  return { device: device?.id ?? null, description: descriptionOf(device) };
}
