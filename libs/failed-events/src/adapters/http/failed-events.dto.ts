import { defineRequest, paging, repeatable } from '#platform/http';
import { describeFields, describeInput, nullable, object, oneOf, optional, uuid4, withDefault, strict } from '#platform/wire';
import { STATUSES } from '../../queries/failed-event.view.ts';

const texts = describeInput('failed event');

export const OneFailedEventRequest = defineRequest({ path: describeFields({ id: uuid4() }, texts.path) });

export const ListFailedEventsRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), status: optional(oneOf(STATUSES)) },
      { ...texts.filters, status: 'Returns only failed events that wait (`failed`), or that are retried (`retrying`).' },
    ),
    ...paging,
  },
});

export const RetryFailedEventsRequest = defineRequest({
  body: withDefault(
    strict(
      object({ organization_id: optional(nullable(uuid4())) }, 'FailedEventsRetry', {
        organization_id:
          'The ID of the organization whose events are retried. Required with a personal access token, unless `Polar-Organization` names the organization. Must be left out with an organization access token.',
      }),
    ),
    () => ({ organization_id: undefined }),
  ),
});
