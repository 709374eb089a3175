import { describeFields, describeResource, type Infer, object, text, timestamp, uuid4 } from '#platform/wire';

const fields = describeFields(
  {
    created_at: timestamp(),
    id: uuid4(),
    organization_id: uuid4(),
    product_id: uuid4(),
    license_key_id: uuid4(),
    ending: text(),
  },
  {
    ...describeResource('download token'),
    product_id: 'The ID of the product whose updates it is for.',
    license_key_id: 'The ID of the license key for which it stands.',
    ending: { text: 'The last characters of the token, by which you know it again in an address.', example: '3xQ9fB' },
  },
);

export const DownloadTokenView = object(fields, 'DownloadToken');
export type DownloadTokenView = Infer<typeof DownloadTokenView>;

export const CreatedDownloadTokenView = object({ ...fields, token: text() }, 'DownloadTokenCreated', {
  token: 'The token, for addresses. No other response contains it.',
});
export type CreatedDownloadTokenView = Infer<typeof CreatedDownloadTokenView>;
