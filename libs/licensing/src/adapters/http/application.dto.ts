import { described, nullable, objectOr, optional, text } from '#platform/wire';
import { ApplicationView } from '../../queries/installation.view.ts';
import { Device, DEVICE_ID, ExplainedDevice } from '../../queries/device.view.ts';

/** What an application says about itself, in requests that use a key. */
export const APPLICATION = {
  application: described(
    optional(nullable(ApplicationView)),
    'What the application says about itself. Compared with `policy` of the license key. An extension.',
  ),
};

/** What an application says about its device, in requests that use a key. */
export const DESCRIBED_DEVICE = {
  device: described(
    optional(nullable(Device)),
    'What the application says about its device, beside its ID. Compared with `policy.devices` of the license key. An extension.',
  ),
};

/** The device in an explanation, which has no header: its ID, or all that is said about it. */
export const EXPLAINED_DEVICE = optional(nullable(objectOr(ExplainedDevice, text(DEVICE_ID))));
