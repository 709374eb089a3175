import { defineRequest } from '#platform/http';
import { described, nullable, object, optional, text, uuid4, strict } from '#platform/wire';
import { Device } from '../../queries/device.view.ts';

export const TrialRequest = defineRequest({
  headers: {
    'license-device': described(text({ min: 1, max: 128 }), 'Your own ID of the device. It gets one trial of a benefit.'),
  },
  body: strict(
    object({ organization_id: uuid4(), benefit_id: uuid4(), device: optional(nullable(Device)) }, 'LicenseKeyTrialStart', {
      organization_id: 'The ID of the organization that owns the benefit.',
      benefit_id: 'The ID of a `license_keys` benefit with `policy.trial`.',
      device:
        'What the application says about its device, beside its ID: with `policy.devices.match` of the benefit, a device that is recognized ' +
        'gets the trial that it had.',
    }),
  ),
});
