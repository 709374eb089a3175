import { described, email, nullable, objectOr, optional, text } from '#platform/wire';
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

export const DEVICE = described(
  optional(text({ min: 1, max: 128 })),
  'Your own ID of the device. The same device gets its existing activation back instead of a second one.',
);

export const INSTALLATION = described(
  optional(text({ min: 1, max: 128 })),
  'Your own ID of the installation on its device, such as that of a user account. Installations of a device share its place, and each has ' +
    'an activation of its own.',
);

export const CLAIM_EMAIL = described(
  optional(email()),
  'The e-mail address of whoever uses the application. A key of a batch that nobody has claimed becomes the license key of the customer with ' +
    'this address, who is created if there is none. It does nothing for other keys, and in a dry run.',
);
