import { describeFields, type Infer, nullable, number, object, oneOf, timestamp, uuid4 } from '#platform/wire';

export const TestClockView = object(
  describeFields(
    {
      organization_id: uuid4(),
      now: timestamp(),
      ahead_seconds: number(),
      status: oneOf(['advancing', 'ready'] as const),
      advanced_at: nullable(timestamp()),
    },
    {
      organization_id: 'The ID of the organization.',
      now: 'The time of the organization. It passes as usual.',
      ahead_seconds: { text: 'By how many seconds the clock is ahead of the current time.', example: 2678400 },
      status:
        '`advancing` until everything that fell due by the last move is done, then `ready`. A clock that was never moved is `ready`.',
      advanced_at: 'When the clock was last moved, in current time, or `null`.',
    },
  ),
  'TestClock',
);
export type TestClockView = Infer<typeof TestClockView>;
