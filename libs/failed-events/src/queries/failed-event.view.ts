import { describeResource, type Infer, integer, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const REASONS = ['refused', 'mail', 'unavailable', 'unexpected'] as const;
export const STATUSES = ['failed', 'retrying'] as const;

/** What sellers are told; the log of the worker has the error. */
export const DETAILS: Readonly<Record<(typeof REASONS)[number], string>> = {
  refused: 'A rule refused it, because what it is about has changed since.',
  mail: 'The mail server did not take the e-mail.',
  unavailable: 'The database or another service that it needs was not available.',
  unexpected: 'The service has a fault. Its operator finds the error in the log of the worker, by the number of the event.',
};

export const FailedEventView = object(
  {
    id: uuid4(),
    organization_id: uuid4(),
    event: text(),
    event_number: text(),
    resource_id: uuid4(),
    occurred_at: timestamp(),
    failed_at: timestamp(),
    subscriber: text(),
    reason: oneOf(REASONS),
    detail: text(),
    status: oneOf(STATUSES),
  },
  'FailedEvent',
  {
    ...describeResource('failed event'),
    organization_id: 'The ID of the organization that the event belongs to.',
    event: { text: 'The name of the event.', example: 'benefit_grant.created' },
    event_number: { text: 'The number of the event, as the audit log and the log of the service have it.', example: '4711' },
    resource_id: 'The ID of the resource that the event is about.',
    occurred_at: 'When it happened.',
    failed_at: 'When the last attempt to process it failed.',
    subscriber: {
      text: 'The part of the service that could not process it, and thus what did not happen.',
      example: 'IssueKeyWhenBenefitGranted',
    },
    reason:
      'Why: a rule (`refused`), the mail server (`mail`), something that was not available (`unavailable`), or a fault of the service (`unexpected`).',
    detail: 'The reason in a sentence.',
    status: 'Whether it waits for somebody to retry it (`failed`), or attempts are made again (`retrying`).',
  },
);
export type FailedEventView = Infer<typeof FailedEventView>;

export const RetriedEventsView = object({ events: integer({ ge: 0 }) }, 'FailedEventsRetried', {
  events: 'The number of events that are retried.',
});
export type RetriedEventsView = Infer<typeof RetriedEventsView>;
