import { defineRequest, paging, repeatable, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { cursor, described, oneOf, optional, text, uuid4 } from '#platform/wire';
import { PURCHASE_KINDS } from '../../queries/seat-pool.view.ts';

export const ListSeatPoolsRequest = defineRequest(
  {
    query: {
      organization_id: described(repeatable(uuid4()), 'Only seat pools of these organizations. Can be repeated.'),
      customer_id: described(repeatable(uuid4()), 'Only seat pools of these customers. Can be repeated.'),
      purchase: described(optional(oneOf(PURCHASE_KINDS)), 'Only seats that were bought with a subscription, or with an order.'),
      query: described(
        optional(text(LOOKUP_TEXT)),
        'Only seat pools of customers whose name, e-mail address or external ID contains this text (begins with it, unless it has three letters or digits in a row).',
      ),
      sorting: sorting(['created_at'], ['-created_at']),
      cursor: described(optional(cursor()), 'The `next_cursor` of the page before. The other parameters must be the same.'),
      limit: paging.limit,
    },
  },
  { countsAll: false },
);
