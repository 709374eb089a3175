import { defineRequest, paging, repeatable } from '#platform/http';
import { boolean, describeFields, integer, oneOf, optional, text, timestamp, uuid4, withDefault } from '#platform/wire';
import { LOOKUP_TEXT } from '#support/texts';
import { HTTP_CODE_CLASSES } from '../../queries/list-webhook-deliveries.ts';
import { webhookEventType } from '../../views/webhook-event-type.view.ts';

export const ListDeliveriesRequest = defineRequest({
  query: {
    ...describeFields(
      {
        endpoint_id: repeatable(uuid4()),
        start_timestamp: optional(timestamp()),
        end_timestamp: optional(timestamp()),
        succeeded: optional(boolean()),
        query: optional(text(LOOKUP_TEXT)),
        http_code_class: optional(oneOf(HTTP_CODE_CLASSES)),
        event_type: repeatable(webhookEventType(), { choices: 'WebhookEventType' }),
      },
      {
        endpoint_id: 'Returns only attempts at these endpoints. Can be repeated.',
        start_timestamp: 'Returns only attempts after this time.',
        end_timestamp: 'Returns only attempts before this time.',
        succeeded: 'Returns only attempts that succeeded (`true`) or failed (`false`).',
        query: 'Returns only attempts whose ID, event ID or status contains this text, ignoring case.',
        http_code_class: 'Returns only attempts with a response of this class of statuses.',
        event_type: 'Returns only attempts with these kinds of events. Can be repeated.',
      },
    ),
    ...paging,
  },
});

export const RedeliverEventRequest = defineRequest({
  path: describeFields({ id: uuid4() }, { id: 'The ID of the event.' }),
});

const MAX_FEED_ITEMS = 100;

export const ReadFeedRequest = defineRequest(
  {
    query: describeFields(
      {
        after: withDefault(integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }), () => 0),
        limit: withDefault(integer({ ge: 1, le: MAX_FEED_ITEMS }), () => MAX_FEED_ITEMS),
        organization_id: optional(uuid4()),
      },
      {
        after: 'The position of the last event that you have. 0 reads from the beginning.',
        limit: 'The most events to return.',
        organization_id: 'The organization whose feed is read. Can be left out by callers who belong to one organization.',
      },
    ),
  },
  { countsAll: false },
);
