import { describeFields, type Infer, integer, list, nullable, object, text, timestamp } from '#platform/wire';

const count = () => integer({ ge: 0, le: Number.MAX_SAFE_INTEGER });

export const LicenseKeyUsesView = object(
  describeFields(
    {
      periods: list(
        object({ timestamp: timestamp(), count: count() }, 'LicenseKeyUsesPeriod', {
          timestamp: 'The start of the interval.',
          count: { text: 'How often it happened in the interval.', example: 12 },
        }),
      ),
      groups: list(
        object({ value: nullable(text()), count: count(), counts: list(count()) }, 'LicenseKeyUsesGroup', {
          value: {
            text: 'The code of the refusal, the version or the ID of the benefit. `null` for uses without a version, and for those with one beyond the first 50 of a benefit in an hour.',
            example: 'ACTIVATION_LIMIT_REACHED',
          },
          count: { text: 'How often it happened in the range.', example: 40 },
          counts: 'How often it happened in each interval.',
        }),
      ),
      count: count(),
      known_since: timestamp(),
    },
    {
      periods: 'The intervals, in order.',
      groups: 'The 20 groups with the most uses, those with the most first.',
      count: { text: 'How often it happened in the range.', example: 52 },
      known_since: 'From when it is known. Nothing is counted before.',
    },
  ),
  'LicenseKeyUses',
);
export type LicenseKeyUsesView = Infer<typeof LicenseKeyUsesView>;
