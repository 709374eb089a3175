import type { FileDownloaded } from './download.events.ts';

/** How often files were downloaded, by benefit. */
export abstract class Downloads {
  /** Counts the download, and publishes the event. */
  abstract record(downloaded: FileDownloaded): Promise<void>;
}
