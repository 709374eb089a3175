import { defineRequest, repeatable } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { described, integer, text, uuid4, withDefault } from '#platform/wire';

export const SearchRequest = defineRequest({
  query: {
    organization_id: described(repeatable(uuid4()), 'Only what belongs to these organizations. Can be repeated.'),
    query: described(
      text({ ...LOOKUP_TEXT, min: 1 }),
      'The text, in any case. It finds license keys as their own search does; customers by any part of their name, e-mail address or external ID; orders and subscriptions by any part of their external ID or the number of their invoice, and those of these customers; products by any part of their name. A text without three letters or digits in a row has to be the beginning.',
    ),
    limit: described(
      withDefault(integer({ ge: 1, le: 25 }), () => 5),
      'The maximum number of each kind.',
    ),
  },
});
