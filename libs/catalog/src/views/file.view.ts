import {
  alwaysNull,
  boolean,
  describeFields,
  describeResource,
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

/** The fields of a file at every step of its upload. */
export const fileFields = describeFields(
  {
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
  },
  {
    ...describeResource('file'),
    name: { text: 'The file name.', example: 'logo.png' },
    path: 'The storage path of the file.',
    mime_type: { text: 'The MIME type of the file.', example: 'image/png' },
    size: { text: 'The size of the file in bytes.', example: 48213 },
    storage_version: 'Always `null`: kept for compatibility.',
    checksum_etag: 'The ETag of the stored object, or `null` until the upload is completed.',
    checksum_sha256_base64: 'The SHA-256 checksum in base64, or `null` if it is not known.',
    checksum_sha256_hex: 'The SHA-256 checksum in hexadecimal digits, or `null` if it is not known.',
    last_modified_at: 'When the stored object was last modified, or `null` until the upload is completed.',
    version: 'A version name given by the seller, or `null`.',
    is_uploaded: 'Whether the upload is completed.',
    size_readable: { text: 'The size for people.', example: '47.1 KB' },
  },
);

const common = describeFields(
  { ...fileFields, created_at: timestamp(), public_url: text() },
  { created_at: 'When the file was created.', public_url: 'The URL at which everyone can read the file.' },
);

const SERVICE = { service: 'What the file is used for.' };

export const ProductMediaView = object({ ...common, service: literal('product_media') }, 'ProductMediaFileRead', SERVICE);
export type ProductMediaView = Infer<typeof ProductMediaView>;

export const downloadableFields = describeFields(
  { ...fileFields, service: literal('downloadable'), created_at: timestamp(), flagged_malicious_at: alwaysNull() },
  {
    ...SERVICE,
    created_at: 'When the file was created.',
    flagged_malicious_at: 'Always `null`: the service does not scan files.',
  },
);

/** Discriminated by `service`: what the file is used for. */
export const FileView = discriminatedUnion('service', {
  product_media: ProductMediaView,
  downloadable: object(downloadableFields, 'DownloadableFileRead'),
  organization_avatar: object({ ...common, service: literal('organization_avatar') }, 'OrganizationAvatarFileRead', SERVICE),
});
export type FileView = Infer<typeof FileView>;
