import { defineRequest } from '#platform/http';
import { described, object, text, uuid4, strict } from '#platform/wire';

export const TrialRequest = defineRequest({
  headers: {
    'license-device': described(text({ min: 1, max: 128 }), 'Your own ID of the device. It gets one trial of a benefit.'),
  },
  body: strict(
    object({ organization_id: uuid4(), benefit_id: uuid4() }, 'LicenseKeyTrialStart', {
      organization_id: 'The ID of the organization that owns the benefit.',
      benefit_id: 'The ID of a `license_keys` benefit with `policy.trial`.',
    }),
  ),
});
