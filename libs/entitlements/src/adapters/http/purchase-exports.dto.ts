import { defineRequest, exportFormat, repeatable } from '#platform/http';
import { boolean, described, oneOf, optional, timestamp, timeZone, uuid4, withDefault } from '#platform/wire';
import { ORDER_STATUSES, SUBSCRIPTION_STATUSES } from '../../views/purchase-statuses.view.ts';
import { ORDER_TABLE, SUBSCRIPTION_TABLE } from './purchase-columns.ts';

const filters = {
  organization_id: described(repeatable(uuid4()), 'Only those of these organizations. Can be repeated.'),
  product_id: described(repeatable(uuid4()), 'Only those of these products. Can be repeated.'),
};

const table = <Name extends string>(columns: Readonly<Record<Name, unknown>>) => ({
  format: exportFormat('csv'),
  timezone: described(
    withDefault(timeZone(), () => 'UTC'),
    'The IANA time zone of the times in a table.',
  ),
  columns: described(
    repeatable(oneOf(Object.keys(columns) as Name[]), { max: Object.keys(columns).length }),
    'The columns of a table, in their order; by default all. Can be repeated.',
  ),
});

export const ExportOrdersRequest = defineRequest(
  {
    query: {
      ...filters,
      status: described(repeatable(oneOf(ORDER_STATUSES)), 'Only orders with these statuses. Can be repeated.'),
      created_after: described(optional(timestamp()), 'Only orders created at or after this time.'),
      created_before: described(optional(timestamp()), 'Only orders created at or before this time.'),
      ...table(ORDER_TABLE),
    },
  },
  { readsMany: true },
);

export const ExportSubscriptionsRequest = defineRequest(
  {
    query: {
      ...filters,
      status: described(repeatable(oneOf(SUBSCRIPTION_STATUSES)), 'Only subscriptions with these statuses. Can be repeated.'),
      cancel_at_period_end: described(
        optional(boolean()),
        'Only subscriptions that end (`true`) or do not end (`false`) with the current period.',
      ),
      started_after: described(optional(timestamp()), 'Only subscriptions started at or after this time.'),
      started_before: described(optional(timestamp()), 'Only subscriptions started at or before this time.'),
      ...table(SUBSCRIPTION_TABLE),
    },
  },
  { readsMany: true },
);
