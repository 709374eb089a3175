import { defineRequest, paging } from '#platform/http';
import { describeFields, describeInput, object, strict, uuid4 } from '#platform/wire';
import { AUTHORIZATION, PRODUCT } from './license-credentials.ts';

const texts = describeInput('download token');
const path = describeFields({ id: uuid4() }, texts.path);

export const ListDownloadTokensRequest = defineRequest({
  query: { ...describeFields({ license_key_id: uuid4() }, { license_key_id: 'The ID of the license key.' }), ...paging },
});

export const CreateDownloadTokenRequest = defineRequest({
  body: strict(
    object({ license_key_id: uuid4(), product_id: uuid4() }, 'DownloadTokenCreate', {
      license_key_id: 'The ID of the license key for which the token stands.',
      product_id: 'The ID of the product whose updates it is for: one that includes the benefit of the license key.',
    }),
  ),
});

export const OneDownloadTokenRequest = defineRequest({ path });

export const OwnDownloadTokensRequest = defineRequest({ headers: AUTHORIZATION, path: PRODUCT });

export const OneOwnDownloadTokenRequest = defineRequest({ headers: AUTHORIZATION, path: { ...PRODUCT, ...path } });
