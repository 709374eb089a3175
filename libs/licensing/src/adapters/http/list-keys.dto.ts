import { comparedTag, withOneTag } from '#customer-portal/views';
import { MOST_TAGS } from '#support/tags';
import { defineRequest, metadataFilter, paging, repeatable } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { described, describeFields, describeInput, oneOf, optional, text, uuid4 } from '#platform/wire';

const status = oneOf(['granted', 'revoked', 'disabled']);
const texts = describeInput('license key');

export const ListRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        benefit_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        external_customer_id: repeatable(text(LOOKUP_TEXT)),
        order_id: repeatable(uuid4()),
        subscription_id: repeatable(uuid4()),
        status: repeatable(status, { choices: 'LicenseKeyStatus' }),
        key: optional(text(LOOKUP_TEXT)),
      },
      {
        ...texts.filters,
        benefit_id: 'Returns only license keys issued through these benefits. Can be repeated.',
        customer_id: 'Returns only license keys of these customers. Can be repeated. An extension.',
        external_customer_id:
          'Returns only license keys of the customers with these IDs of your own. Can be repeated. An extension.',
        order_id: 'Returns only license keys that came with these orders. Can be repeated. An extension.',
        subscription_id: 'Returns only license keys that came with these subscriptions. Can be repeated. An extension.',
        status: 'Returns only license keys with these statuses. Can be repeated.',
        key: 'Returns only this license key, however it is written.',
      },
    ),
    metadata: metadataFilter(),
    tag: described(repeatable(comparedTag, { max: MOST_TAGS }), withOneTag('license keys')),
    ...paging,
  },
});

export const ListOwnRequest = defineRequest({
  query: {
    benefit_id: described(optional(uuid4()), 'Returns only license keys issued through this benefit.'),
    link: described(
      optional(text({ max: 512 })),
      'Returns only the license key that a `License-Manage-Url` names: what follows `#license=` in it. None if the link is over. An extension.',
    ),
    ...paging,
  },
});
