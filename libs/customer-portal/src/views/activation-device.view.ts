import { boolean, type Infer, list, object, optional, text, timestamp } from '#platform/wire';

/** What is known about the device of an activation. Values of components are not shown: only their digests are stored. */
export const ActivationDeviceView = object(
  {
    components: optional(list(text())),
    class: optional(text()),
    virtual: optional(boolean()),
    platform: optional(text()),
    application_version: optional(text()),
    last_seen_at: optional(timestamp()),
  },
  'LicenseKeyActivationDevice',
  {
    components: { text: 'The names of the components by which the device is recognized.', example: ['mac', 'machine_id'] },
    class: { text: 'The class of the device.', example: 'desktop' },
    virtual: 'Whether it is a virtual device.',
    platform: { text: 'The platform of the device.', example: 'linux-x64' },
    application_version: { text: 'The version of the application on the device.', example: '3.2.1' },
    last_seen_at: 'When the device was last seen, to the hour.',
  },
);
export type ActivationDeviceView = Infer<typeof ActivationDeviceView>;
