import { defineRequest, paging } from '#platform/http';
import {
  awareTimestamp,
  boolean,
  described,
  describeFields,
  describeInput,
  integer,
  nullable,
  object,
  oneOf,
  optional,
  strict,
  text,
  uuid4,
  withDefault,
} from '#platform/wire';
import { DEFAULT_PRIORITY, LAST_PRIORITY } from '../../commands/change-balance.ts';
import { MOST_UNITS } from './customer-meter-reservations.dto.ts';

const path = describeFields({ id: uuid4() }, describeInput('customer meter').path);
const reason = text({ min: 1, max: 500 });
const REASON = { text: 'Why, for the audit log.', example: 'Our outage of last Tuesday.' };
const units = integer({ ge: 1, le: MOST_UNITS });

export const ListCreditsRequest = defineRequest({ path, query: paging });

export const GiveUnitsRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        units,
        rollover: optional(nullable(boolean())),
        expires_at: optional(nullable(awareTimestamp())),
        priority: withDefault(integer({ ge: 0, le: LAST_PRIORITY }), () => DEFAULT_PRIORITY),
        reason,
      },
      'CustomerMeterCredit',
      {
        units: { text: 'The number of units to credit.', example: 100 },
        rollover:
          'Whether unused units stay when a billing period ends. By default `true` if the credit has an end of its own, and `false` otherwise.',
        expires_at: {
          text: 'Until when the units can be used. What is left of them then is taken away. By default they have no end.',
          example: '2027-06-30T00:00:00Z',
        },
        priority: {
          text: 'Credits with a lower priority are used first; of those with the same one, those that end first. 50 by default.',
          example: 10,
        },
        reason: REASON,
      },
    ),
  ),
});

export const TakeUnitsRequest = defineRequest({
  path,
  body: strict(
    object({ units, reason }, 'CustomerMeterDebit', {
      units: { text: 'The number of units to take back.', example: 5 },
      reason: REASON,
    }),
  ),
});

export const RevokeCreditRequest = defineRequest({
  path: { ...path, credit_id: described(uuid4(), 'The ID of the credit.') },
  body: strict(object({ reason }, 'CustomerMeterCreditRevoke', { reason: REASON })),
});

export const ResetUsageRequest = defineRequest({
  path,
  body: strict(
    object({ credits: withDefault(oneOf(['keep', 'remove']), () => 'keep' as const), reason }, 'CustomerMeterReset', {
      credits:
        'What becomes of the credits: they stay, all of them unused (`keep`, the default), or all are taken away (`remove`).',
      reason: REASON,
    }),
  ),
});
