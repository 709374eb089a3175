import { defineRequest, exportFormat, repeatable } from '#platform/http';
import { described, oneOf, timeZone, withDefault } from '#platform/wire';
import { ORDER_FILTERS } from './list-orders.dto.ts';
import { ORDER_TABLE, SUBSCRIPTION_TABLE } from './purchase-columns.ts';
import { SUBSCRIPTION_FILTERS } from './subscriptions.dto.ts';

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

export const ExportOrdersRequest = defineRequest({ query: { ...ORDER_FILTERS, ...table(ORDER_TABLE) } }, { readsMany: true });

export const ExportSubscriptionsRequest = defineRequest(
  { query: { ...SUBSCRIPTION_FILTERS, ...table(SUBSCRIPTION_TABLE) } },
  { readsMany: true },
);
