import { defineRequest, repeatable, paging } from '#platform/http';
import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  blankToNull,
  described,
  describeFields,
  describeInput,
  integer,
  list,
  literal,
  nullable,
  object,
  optional,
  discriminatedUnion,
  text,
  uuid4,
} from '#platform/wire';
import { FILE_NAME } from '../../commands/create-file.ts';

const MIB = 1024 * 1024;
const MAX_PARTS = 10_000;

const texts = describeInput('file');
const path = describeFields({ id: uuid4() }, texts.path);

const checksum = text({ ...SHORT_TEXT, pattern: /^[A-Za-z0-9+/]{43}=$/ });

const parts = list(
  object(
    {
      number: integer({ ge: 1 }),
      chunk_start: integer({ ge: 0 }),
      chunk_end: integer({ ge: 1 }),
      checksum_sha256_base64: optional(nullable(checksum)),
    },
    'S3FileCreatePart',
    {
      number: { text: 'The number of the part, starting at 1.', example: 1 },
      chunk_start: 'The offset of the first byte of the part.',
      chunk_end: { text: 'The offset after the last byte of the part. A part has at most 10 MiB.', example: 48213 },
      checksum_sha256_base64:
        'The SHA-256 checksum of the part in base64. If given, the upload of the part is checked against it.',
    },
  ),
  { min: 1, max: MAX_PARTS },
);

interface Kind<S> {
  readonly service: S;
  readonly largest: number;
  readonly types: RegExp;
  readonly typesAre: string;
}

const newFile = <S extends string>({ service, largest, types, typesAre }: Kind<S>, component: string) =>
  object(
    {
      organization_id: optional(nullable(uuid4())),
      service: literal(service),
      name: text({ min: 1, ...FILE_NAME }),
      mime_type: text({ ...SHORT_TEXT, pattern: types }),
      size: integer({ ge: 1, le: largest }),
      checksum_sha256_base64: optional(nullable(checksum)),
      upload: object({ parts }, 'S3FileCreateMultipart', { parts: 'The parts of the file, in order without gaps.' }),
      version: optional(nullable(text({ ...SHORT_TEXT }))),
    },
    component,
    {
      ...texts.body,
      service: 'What the file is used for.',
      name: { text: 'The file name.', example: 'logo.png' },
      mime_type: { text: `The MIME type: ${typesAre}.`, example: 'image/png' },
      size: { text: 'The size of the file in bytes.', example: 48213 },
      checksum_sha256_base64: 'The SHA-256 checksum of the file in base64. If given, the upload is checked against it.',
      upload: 'How the file is divided into parts.',
      version: 'A version name of your own.',
    },
  );

const PICTURES = { types: /^image\/(jpeg|png|gif|webp|svg\+xml)$/, typesAre: 'JPEG, PNG, GIF, WebP or SVG' };
const TOKEN = /[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/.source;
const ANYTHING = { types: new RegExp(`^${TOKEN}/${TOKEN}$`), typesAre: 'any type without parameters' };

export const CreateFileRequest = defineRequest({
  body: discriminatedUnion('service', {
    product_media: newFile({ service: 'product_media', largest: 10 * MIB, ...PICTURES }, 'ProductMediaFileCreate'),
    organization_avatar: newFile({ service: 'organization_avatar', largest: MIB, ...PICTURES }, 'OrganizationAvatarFileCreate'),
    downloadable: newFile({ service: 'downloadable', largest: 2048 * MIB - 1, ...ANYTHING }, 'DownloadableFileCreate'),
  }),
});

export const UploadPartRequest = defineRequest({
  path: { ...path, n: described(integer({ ge: 1, le: MAX_PARTS }), 'The number of the part.') },
  query: describeFields(
    { expires: integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }), signature: text(LOOKUP_TEXT) },
    { expires: 'When the URL expires, as given in the URL.', signature: 'The signature of the URL, as given in the URL.' },
  ),
});

export const CompleteUploadRequest = defineRequest({
  path,
  body: object(
    {
      id: text(LOOKUP_TEXT),
      path: text(LOOKUP_TEXT),
      parts: list(
        object(
          { number: integer({ ge: 1 }), checksum_etag: text({ ...SHORT_TEXT }), checksum_sha256_base64: nullable(checksum) },
          'S3FileUploadCompletedPart',
          {
            number: 'The number of the part.',
            checksum_etag: 'The ETag from the response to the upload of the part.',
            checksum_sha256_base64: {
              text: 'The SHA-256 checksum of the part in base64, or `null`.',
              example: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
            },
          },
        ),
        { max: MAX_PARTS },
      ),
    },
    'FileUploadCompleted',
    {
      id: 'The ID of the upload, from the response to the creation of the file.',
      path: 'The storage path, from the response to the creation of the file.',
      parts: 'All uploaded parts.',
    },
  ),
});

export const UpdateFileRequest = defineRequest({
  path,
  body: object({ name: optional(blankToNull(FILE_NAME)), version: optional(blankToNull({ ...SHORT_TEXT })) }, 'FilePatch', {
    name: 'The new file name. The public URL keeps the original one.',
    version: 'A version name of your own.',
  }),
});

export const OneFileRequest = defineRequest({ path });

export const ListFilesRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), ids: repeatable(uuid4()) },
      { ...texts.filters, ids: 'Returns only files with these IDs. Can be repeated.' },
    ),
    ...paging,
  },
});
