import { defineRequest } from '#platform/http';
import { awareTimestamp, described, integer, object, optional, uuid4, strict } from '#platform/wire';

const path = { id: described(uuid4(), 'The ID of the organization.') };
/** 366 days. */
const MOST_SECONDS = 31_622_400;

export const OneTestClockRequest = defineRequest({ path });

export const AdvanceTestClockRequest = defineRequest({
  path,
  body: strict(
    object({ to: optional(awareTimestamp()), seconds: optional(integer({ ge: 1, le: MOST_SECONDS })) }, 'TestClockAdvance', {
      to: 'The time that the clock shows afterwards, with an offset from UTC. Later than its time now, by at most 366 days.',
      seconds: { text: 'By how many seconds the clock is moved, instead of `to`. At most 366 days.', example: 2678400 },
    }),
  ),
});
