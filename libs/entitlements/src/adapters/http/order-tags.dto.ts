import { defineRequest, repeatable } from '#platform/http';
import { TagsBody } from '#customer-portal/views';
import { described, describeFields, describeInput, uuid4 } from '#platform/wire';

const texts = describeInput('order');
const path = describeFields({ id: uuid4() }, texts.path);

export const TaggedOrderRequest = defineRequest({ path });

export const SetOrderTagsRequest = defineRequest({ path, body: TagsBody });

export const ListOrderTagsRequest = defineRequest({
  query: describeFields({ organization_id: repeatable(uuid4()) }, texts.filters),
});

export const ListTaggedOrdersRequest = defineRequest({
  query: {
    ...describeFields({ organization_id: repeatable(uuid4()) }, texts.filters),
    id: described(repeatable(uuid4()), 'The IDs of the orders. Can be repeated.'),
  },
});
