import { boolean, describeResource, type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const EVENT_STATUSES = ['pending', 'processed', 'ignored', 'waiting', 'failed'] as const;

export const EVENT_PROBLEMS = [
  'not_relevant',
  'test_event',
  'unknown_account',
  'customer_unknown',
  'email_missing',
  'customer_deleted',
  'subscription_unknown',
  'not_paid',
  'payment_unknown',
  'list_incomplete',
  'price_unknown',
  'brings_nothing',
  'organization_blocked',
  'value_unknown',
  'payload_thin',
  'unreadable',
  'refused',
] as const;

const fields = {
  created_at: timestamp(),
  modified_at: nullable(timestamp()),
  id: uuid4(),
  connector_id: uuid4(),
  external_id: text(),
  type: text(),
  occurred_at: timestamp(),
  is_test: boolean(),
  account: nullable(text()),
  status: oneOf(EVENT_STATUSES),
  problem_code: nullable(oneOf(EVENT_PROBLEMS)),
  problem: nullable(text()),
};

const texts = {
  ...describeResource('event'),
  connector_id: 'The ID of the connector.',
  external_id: { text: 'The ID of the event at the provider.', example: 'evt_1Qx4ZkLkdIwHu7ix' },
  type: { text: 'The kind of the event at the provider.', example: 'invoice.paid' },
  occurred_at: 'When it happened, as the provider says.',
  is_test: 'Whether the event is a test.',
  account: 'The account or store that the event names, or `null`.',
  status:
    '`pending` until it is worked on; `processed`; `ignored` if it says nothing about purchases or is a test; `waiting` for another event, such as that of the payment; `failed` if somebody has to do something.',
  problem_code: 'Why the event is not processed, or `null`.',
  problem: { text: 'The same in a sentence, or `null`.', example: 'No product is mapped to price_1Qx4ZkLkdIwHu7ix.' },
};

export const ConnectorEventView = object(fields, 'ConnectorEvent', texts);
export type ConnectorEventView = Infer<typeof ConnectorEventView>;

export const ConnectorEventWithPayloadView = object({ ...fields, payload: text() }, 'ConnectorEventWithPayload', {
  ...texts,
  payload: 'The body, exactly as the provider sent it; empty once the customer was anonymized.',
});
export type ConnectorEventWithPayloadView = Infer<typeof ConnectorEventWithPayloadView>;

export const ReceivedView = object({ received: boolean(), is_new: boolean() }, 'ConnectorEventReceipt', {
  received: 'Always `true`.',
  is_new: 'Whether the event was not received before. A repeated event has no effect.',
});
