import { ActivationDeviceView } from '#customer-portal/views';
import { object, optional, text, timestamp, uuid4, strict } from '#platform/wire';
import { version } from '#catalog/views';

/** What an application says about itself. */
export const ApplicationView = strict(
  object({ version: optional(version()), released_at: optional(timestamp()) }, 'LicenseKeyApplication', {
    version: { text: 'The version of the application: numbers separated by dots, as in semantic versions.', example: '3.2.1' },
    released_at: 'When this version of the application was released.',
  }),
);

/** One of several installations of a device. */
export const InstallationView = object(
  { id: uuid4(), label: text(), created_at: timestamp(), device: optional(ActivationDeviceView) },
  'LicenseKeyInstallation',
  {
    id: 'The ID of the activation of the installation.',
    label: { text: 'The label of the activation.', example: "Jane's laptop" },
    created_at: 'When the license key was activated.',
    device: 'What the installation told about the device. Left out if nothing is known.',
  },
);
