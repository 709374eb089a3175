import { integer, object, uuid4, strict } from '#platform/wire';

/** Whether devices get trial license keys, in requests and responses. */
export const TrialPolicy = strict(
  object({ days: integer({ ge: 1, le: 366 }), customer_id: uuid4() }, 'BenefitLicenseKeyTrialPolicy', {
    days: { text: 'For how many days a trial license key is valid.', example: 14 },
    customer_id:
      'The ID of the customer who holds the trial license keys, which must exist in the organization. Create one for them.',
  }),
);
