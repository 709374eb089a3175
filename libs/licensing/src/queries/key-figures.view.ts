import { describeFields, type Infer, integer, list, object, timestamp } from '#platform/wire';

const count = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });

export const LicenseKeyFiguresView = object(
  describeFields(
    { total: count(), active: count(), expired: count(), disabled: count(), revoked: count() },
    {
      total: { text: 'The number of license keys.', example: 96 },
      active: { text: 'Those that are `granted` and have not expired.', example: 80 },
      expired: { text: 'Those that are `granted` and have expired.', example: 6 },
      disabled: { text: 'Those that are `disabled`.', example: 4 },
      revoked: { text: 'Those that are `revoked`.', example: 6 },
    },
  ),
  'LicenseKeyFigures',
);
export type LicenseKeyFiguresView = Infer<typeof LicenseKeyFiguresView>;

const USES = {
  validations: { text: 'The number of successful validations.', example: 240 },
  activations: { text: 'The number of successful activations, also of devices that were activated before.', example: 12 },
};

export const LicenseKeyActivityView = object(
  {
    periods: list(
      object({ timestamp: timestamp(), validations: count(), activations: count() }, 'LicenseKeyActivityPeriod', {
        timestamp: 'The start of the interval.',
        ...USES,
      }),
    ),
    validations: count(),
    activations: count(),
  },
  'LicenseKeyActivity',
  { periods: 'The intervals, in order.', ...USES },
);
export type LicenseKeyActivityView = Infer<typeof LicenseKeyActivityView>;
