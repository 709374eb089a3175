import { defineRequest, paging, repeatable } from '#platform/http';
import { MAIL_OUTCOMES } from '#support/mails';
import { describeFields, describeInput, oneOf, uuid4 } from '#platform/wire';

const texts = describeInput('mail');

export const ListMailsRequest = defineRequest({
  query: {
    ...describeFields(
      {
        organization_id: repeatable(uuid4()),
        customer_id: repeatable(uuid4()),
        resource_id: repeatable(uuid4()),
        outcome: repeatable(oneOf(MAIL_OUTCOMES)),
      },
      {
        ...texts.filters,
        customer_id: 'Returns only mails that concern these customers. Can be repeated.',
        resource_id: 'Returns only mails about these license keys or seats. Can be repeated.',
        outcome: 'Returns only mails of which this became. Can be repeated.',
      },
    ),
    ...paging,
  },
});
