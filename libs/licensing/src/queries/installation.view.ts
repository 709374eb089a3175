import { ActivationDeviceView } from '#customer-portal/views';
import { object, optional, text, timestamp, uuid4 } from '#platform/wire';

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
