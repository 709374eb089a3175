import { Query } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import type { StreamedList } from '#support/streamed-lists';
import { type Infer, integer, object, timestamp, uuid4 } from '#platform/wire';

/** A file that a customer has downloaded. */
export const ExportedDownloadView = object(
  { file_id: uuid4(), downloads: integer(), last_downloaded_at: timestamp() },
  'CustomerExportDownload',
  {
    file_id: 'The ID of the file.',
    downloads: 'How often the file was downloaded.',
    last_downloaded_at: 'When the last download began.',
  },
);
export type ExportedDownloadView = Infer<typeof ExportedDownloadView>;

/** What the customer has downloaded, with its members, the longest ago first. Nothing for a member who does not see
 * everything. Handled by the context that has the files. */
export class ExportDownloads extends Query<StreamedList<ExportedDownloadView>> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}
