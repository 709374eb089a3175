import { defineRequest, repeatable } from '#platform/http';
import { TagsBody } from '#customer-portal/views';
import { describeFields, describeInput, uuid4 } from '#platform/wire';

const texts = describeInput('license key');
const path = describeFields({ id: uuid4() }, texts.path);

export const OneKeyRequest = defineRequest({ path });

export const SetKeyTagsRequest = defineRequest({ path, body: TagsBody });

export const ListKeyTagsRequest = defineRequest({
  query: describeFields({ organization_id: repeatable(uuid4()) }, texts.filters),
});
