import {
  boolean,
  type Infer,
  integer,
  literal,
  nullable,
  object,
  discriminatedUnion,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

/** What is known of a file in every step of its way. */
export const fileFields = {
  id: uuid4(),
  organization_id: uuid4(),
  name: text(),
  path: text(),
  mime_type: text(),
  size: integer(),
  storage_version: nullable(text()),
  checksum_etag: nullable(text()),
  checksum_sha256_base64: nullable(text()),
  checksum_sha256_hex: nullable(text()),
  last_modified_at: nullable(timestamp()),
  version: nullable(text()),
  is_uploaded: boolean(),
  size_readable: text(),
};

const common = { ...fileFields, created_at: timestamp(), public_url: text() };

export const ProductMediaView = object({ ...common, service: literal('product_media') }, 'ProductMediaFileRead');
export type ProductMediaView = Infer<typeof ProductMediaView>;

/** `service` says what a file is for. */
export const FileView = discriminatedUnion('service', {
  product_media: ProductMediaView,
  organization_avatar: object({ ...common, service: literal('organization_avatar') }, 'OrganizationAvatarFileRead'),
});
export type FileView = Infer<typeof FileView>;
