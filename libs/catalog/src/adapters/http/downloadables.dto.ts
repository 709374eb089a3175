import { defineRequest, paging, repeatable } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { describeFields, integer, text, uuid4 } from '#platform/wire';

export const ListDownloadablesRequest = defineRequest({
  query: {
    ...describeFields(
      { benefit_id: repeatable(uuid4()) },
      { benefit_id: 'Returns only files of these benefits. Can be repeated.' },
    ),
    ...paging,
  },
});

export const DownloadRequest = defineRequest({
  path: { grant_id: uuid4(), file_id: uuid4() },
  query: { expires: integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }), signature: text(LOOKUP_TEXT) },
});
