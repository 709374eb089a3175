import { integer, list, object, objectOr, oneOf, optional, text, strict } from '#platform/wire';

/** The class of a device, in requests and responses. */
export const deviceClass = () => text({ max: 32, pattern: /^[a-z0-9][a-z0-9_-]*$/ });

const AtLeast = strict(
  object({ at_least: integer({ ge: 1, le: 16 }) }, 'BenefitLicenseKeyMatchAtLeast', {
    at_least: { text: 'How many components have to match, or all if fewer are known.', example: 3 },
  }),
);

const ClassLimit = strict(
  object({ class: deviceClass(), limit: integer({ gt: 0 }) }, 'BenefitLicenseKeyDeviceClass', {
    class: { text: 'The class, as applications send it.', example: 'desktop' },
    limit: { text: 'How many devices of the class can have an activation at the same time.', example: 2 },
  }),
);

const Swaps = strict(
  object(
    { limit: integer({ ge: 0, le: 1000 }), every: oneOf(['day', 'week', 'month', 'year']) },
    'BenefitLicenseKeySwapsPolicy',
    {
      limit: { text: 'How many devices can take the place of others in each period.', example: 2 },
      every: 'The length of a period. Periods count from when the license key was issued, by the calendar in UTC.',
    },
  ),
);

/** On which devices license keys are activated, in requests and responses. */
export const DevicesPolicyView = strict(
  object(
    {
      match: optional(objectOr(AtLeast, oneOf(['all', 'most', 'any']))),
      classes: optional(list(ClassLimit, { max: 16 })),
      virtual: optional(oneOf(['allow', 'refuse', 'own_class'])),
      swaps: optional(Swaps),
    },
    'BenefitLicenseKeyDevicesPolicy',
    {
      match: {
        text: 'How many of the components of a known device have to match for a device to be the same one. Left out: components are not compared.',
        example: 'most',
      },
      classes: 'How many devices of a class can have an activation. Classes that are left out are limited by `activations` only.',
      virtual:
        'Whether virtual machines, containers and runners of a CI are like other devices (`allow`, the default), cannot use license keys (`refuse`), or are of the class `virtual` (`own_class`).',
      swaps: 'How many devices can take the place of others in a period. Left out: any number.',
    },
  ),
);
