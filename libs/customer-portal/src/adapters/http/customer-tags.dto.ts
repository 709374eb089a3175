import { defineRequest, repeatable } from '#platform/http';
import { TagsBody } from '../../views/index.ts';
import { described, describeFields, describeInput, uuid4 } from '#platform/wire';

const texts = describeInput('customer');
const path = describeFields({ id: uuid4() }, texts.path);

export const TaggedCustomerRequest = defineRequest({ path });

export const SetCustomerTagsRequest = defineRequest({ path, body: TagsBody });

export const ListCustomerTagsRequest = defineRequest({
  query: describeFields({ organization_id: repeatable(uuid4()) }, texts.filters),
});

export const ListTaggedCustomersRequest = defineRequest({
  query: {
    ...describeFields({ organization_id: repeatable(uuid4()) }, texts.filters),
    id: described(repeatable(uuid4()), 'The IDs of the customers. Can be repeated.'),
  },
});
