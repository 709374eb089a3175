import { defineRequest, paging } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { describeFields, integer, text, uuid4 } from '#platform/wire';
import { PRODUCT } from './license-credentials.ts';

export const ListOwnReleasesRequest = defineRequest({
  path: describeFields({ id: uuid4() }, { id: 'The ID of the license key.' }),
  query: paging,
});

export const OwnDownloadRequest = defineRequest({
  path: { ...PRODUCT, license_key_id: uuid4(), artifact_id: uuid4() },
  query: { expires: integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }), signature: text(LOOKUP_TEXT) },
});
