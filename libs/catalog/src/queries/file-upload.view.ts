import { type Infer, integer, list, nullable, object, oneOf, text, timestamp } from '#platform/wire';
import { fileFields } from '../contract/file.view.ts';

/** What a file may be for. */
export const FILE_SERVICES = ['product_media', 'organization_avatar'] as const;

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
);

export const FileUploadView = object(
  {
    ...fileFields,
    service: oneOf(FILE_SERVICES),
    upload: object({ id: text(), path: text(), parts: list(UploadPartView) }, 'S3FileUploadMultipart'),
  },
  'FileUpload',
);
export type FileUploadView = Infer<typeof FileUploadView>;

/** A part that has arrived, as it is to be named once all have. */
export const UploadedPartView = object(
  { number: integer(), checksum_etag: text(), checksum_sha256_base64: text() },
  'FileUploadedPart',
);
export type UploadedPartView = Infer<typeof UploadedPartView>;
