import type { Sync } from '#kernel';
import type { MediaFile } from './media-file.ts';

/** Selects a file by id within the given organizations, or within all if they are left out. */
export interface WhichMediaFile {
  readonly id: string;
  readonly organizations?: readonly string[];
}

/** The repository of files that are not deleted, uploaded or not. */
export abstract class MediaFiles {
  /**
   * Throws `FileStorageFull` if the files of the organization and of those that are counted with it, with this one, would have more than
   * `most` bytes. Unfinished uploads count with the size that was announced.
   */
  abstract add(file: MediaFile, most: number): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichMediaFile, by: (file: MediaFile) => Sync<T>): Promise<T>;

  /** Which of these are complete files to download, and whose, within the given organizations: organizations by id of the file. */
  abstract downloadable(ids: readonly string[], organizations: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /**
   * Changes one batch of unfinished uploads that were created before this moment, skipping locked ones, in one transaction.
   * Returns the size of the batch.
   */
  abstract changeUnfinished(createdBefore: Date, by: (file: MediaFile) => void): Promise<number>;

  /** Ids of one batch of files that were deleted before this moment. */
  abstract deletedBefore(moment: Date): Promise<string[]>;

  /** Deletes the records of deleted files. */
  abstract purge(ids: readonly string[]): Promise<void>;
}
