import { type Infer, mapOf, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { fileFields } from '../views/file.view.ts';
import { FILE_SERVICES } from './file-upload.view.ts';

const DownloadUrlView = object(
  { url: text(), headers: mapOf(text(), text(), { max: 0 }), expires_at: timestamp() },
  'S3DownloadURL',
  {
    url: 'The URL at which the file can be downloaded. It needs no credentials, and supports `Range`.',
    headers: 'The headers to send with the request. Always empty.',
    expires_at: 'When the URL expires. A download that has begun goes on.',
  },
);

const FileDownloadView = object({ ...fileFields, download: DownloadUrlView, service: oneOf(FILE_SERVICES) }, 'FileDownload', {
  download: 'Where to download the file.',
  service: 'What the file is used for: always `downloadable`.',
});

/** A file that a customer may download. */
export const DownloadableView = object({ id: uuid4(), benefit_id: uuid4(), file: FileDownloadView }, 'DownloadableRead', {
  id: 'The ID of the downloadable: of this file, for this customer, through this benefit.',
  benefit_id: 'The ID of the benefit that the file belongs to.',
  file: 'The file.',
});
export type DownloadableView = Infer<typeof DownloadableView>;
