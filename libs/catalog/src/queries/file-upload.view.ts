import { type Infer, integer, list, nullable, object, oneOf, text, timestamp } from '#platform/wire';
import { fileFields } from '../views/file.view.ts';

/** What files are used for. */
export const FILE_SERVICES = ['product_media', 'organization_avatar', 'downloadable'] as const;

const UploadPartView = object(
  {
    number: integer(),
    chunk_start: integer(),
    chunk_end: integer(),
    checksum_sha256_base64: nullable(text()),
    url: text(),
    expires_at: timestamp(),
    headers: object({}, 'S3FileUploadPartHeaders'),
  },
  'S3FileUploadPart',
  {
    number: 'The number of the part, starting at 1.',
    chunk_start: 'The offset of the first byte of the part.',
    chunk_end: 'The offset after the last byte of the part.',
    checksum_sha256_base64: 'The SHA-256 checksum of the part in base64, or `null` if none was given.',
    url: 'The URL to which the part is sent with `PUT`.',
    expires_at: 'When the URL expires.',
    headers: 'The headers to send with the part. Always empty.',
  },
);

export const FileUploadView = object(
  {
    ...fileFields,
    service: oneOf(FILE_SERVICES),
    upload: object({ id: text(), path: text(), parts: list(UploadPartView) }, 'S3FileUploadMultipart', {
      id: 'The ID of the upload. Send it back to complete the upload.',
      path: 'The storage path. Send it back to complete the upload.',
      parts: 'The parts to upload.',
    }),
  },
  'FileUpload',
  { service: 'What the file is used for.', upload: 'How to upload the parts of the file.' },
);
export type FileUploadView = Infer<typeof FileUploadView>;

/** An uploaded part, as it has to be listed to complete the upload. */
export const UploadedPartView = object(
  { number: integer(), checksum_etag: text(), checksum_sha256_base64: text() },
  'FileUploadedPart',
  {
    number: 'The number of the part.',
    checksum_etag: 'The ETag of the part.',
    checksum_sha256_base64: 'The SHA-256 checksum of the part in base64.',
  },
);
export type UploadedPartView = Infer<typeof UploadedPartView>;
