import { defineRequest, repeatable, paging } from '#platform/http';
import { blankToNull, integer, list, literal, nullable, object, optional, discriminatedUnion, text, uuid4 } from '#platform/wire';
import { FILE_NAME } from '../../commands/create-file.ts';

const MIB = 1024 * 1024;
const LONGEST = 255;
const MOST_PARTS = 10_000;

const path = { id: uuid4() };

const checksum = text({ pattern: /^[A-Za-z0-9+/]{43}=$/ });

const parts = list(
  object(
    {
      number: integer({ ge: 1 }),
      chunk_start: integer({ ge: 0 }),
      chunk_end: integer({ ge: 1 }),
      checksum_sha256_base64: optional(nullable(checksum)),
    },
    'S3FileCreatePart',
  ),
  { min: 1, max: MOST_PARTS },
);

const newImage = <S extends string>(service: S, largest: number, component: string) =>
  object(
    {
      organization_id: optional(nullable(uuid4())),
      service: literal(service),
      name: text({ min: 1, ...FILE_NAME }),
      mime_type: text({ pattern: /^image\/(jpeg|png|gif|webp|svg\+xml)$/ }),
      size: integer({ ge: 1, le: largest }),
      checksum_sha256_base64: optional(nullable(checksum)),
      upload: object({ parts }, 'S3FileCreateMultipart'),
      version: optional(nullable(text({ max: LONGEST }))),
    },
    component,
  );

export const CreateFileRequest = defineRequest({
  body: discriminatedUnion('service', {
    product_media: newImage('product_media', 10 * MIB, 'ProductMediaFileCreate'),
    organization_avatar: newImage('organization_avatar', MIB, 'OrganizationAvatarFileCreate'),
  }),
});

export const UploadPartRequest = defineRequest({
  path: { ...path, n: integer({ ge: 1, le: MOST_PARTS }) },
  query: { expires: integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }), signature: text() },
});

export const CompleteUploadRequest = defineRequest({
  path,
  body: object(
    {
      id: text(),
      path: text(),
      parts: list(
        object(
          { number: integer({ ge: 1 }), checksum_etag: text({ max: LONGEST }), checksum_sha256_base64: nullable(checksum) },
          'S3FileUploadCompletedPart',
        ),
        { max: MOST_PARTS },
      ),
    },
    'FileUploadCompleted',
  ),
});

/** What is blank changes nothing. */
export const UpdateFileRequest = defineRequest({
  path,
  body: object({ name: optional(blankToNull(FILE_NAME)), version: optional(blankToNull({ max: LONGEST })) }, 'FilePatch'),
});

export const OneFileRequest = defineRequest({ path });

export const ListFilesRequest = defineRequest({
  query: { organization_id: repeatable(uuid4()), ids: repeatable(uuid4()), ...paging },
});
