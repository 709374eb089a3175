import { boolean, integer, literal, object, oneOf, optional, strict } from '#platform/wire';

export const ProcessesRules = strict(
  object({ per_device: integer({ ge: 1, le: 16 }) }, 'LicenseKeyProcesses', {
    per_device: {
      text: 'How many processes of a device, which are told by `License-Installation`, share one place: 1 to 16. The next one takes a further place.',
      example: 4,
    },
  }),
);

const POLICY =
  'From when on they are beyond it for `after_days`: the devices that were activated last are refused (`newest_refused`), or those that were seen longest ago are deactivated (`oldest_released`).';

/** What becomes of devices beyond the limit, as it is stored: keys whose devices keep their places have none. */
export const OverLimitRules = object(
  { policy: oneOf(['newest_refused', 'oldest_released']), after_days: integer() },
  'LicenseKeyLimitExceeded',
  { policy: POLICY, after_days: { text: 'After how many days.', example: 14 } },
);

/** The same in a request. */
export const NewOverLimitRules = strict(
  object(
    {
      policy: oneOf(['keep', 'newest_refused', 'oldest_released']),
      after_days: optional(integer({ ge: 0, le: 366 })),
    },
    'LicenseKeyLimitExceededCreate',
    {
      policy: `They keep their places (\`keep\`). ${POLICY}`,
      after_days: {
        text: 'How many days customers have to deactivate devices themselves: 0 to 366, 14 by default.',
        example: 14,
      },
    },
  ),
);

/** How the keys of a benefit are activated, as it is stored. */
export const ActivationRulesView = object(
  {
    limit: integer(),
    enable_customer_admin: boolean(),
    mode: optional(literal('floating')),
    checkout_seconds: optional(integer()),
    overdraft: optional(integer()),
    processes: optional(ProcessesRules),
    over_limit: optional(OverLimitRules),
  },
  'BenefitLicenseKeyActivationProperties',
  {
    limit: 'The maximum number of activations of a license key; of floating license keys, of those that are checked out.',
    enable_customer_admin: 'Whether customers see and remove activations in the customer portal.',
    mode: 'Left out if license keys are node-locked. An extension.',
    checkout_seconds: 'For how many seconds a slot is checked out without a heartbeat. Left out if license keys are node-locked.',
    overdraft:
      'How many activations, or check-outs of floating license keys, beyond `limit` are granted. Left out if license keys are node-locked and have none.',
    processes: 'How processes of one device share its place. Left out if all of them share one.',
    over_limit: 'What becomes of devices beyond the limit after it was lowered. Left out if they keep their places.',
  },
);
