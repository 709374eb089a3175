import type { Sync } from '#kernel';
import type { MediaFile } from './media-file.ts';

/** Which file: its id, if it belongs to one of the organizations; to any where they are left out. */
export interface WhichMediaFile {
  readonly id: string;
  readonly organizations?: readonly string[];
}

/** The files that are not deleted, whether their bytes have arrived or not. */
export abstract class MediaFiles {
  abstract add(file: MediaFile): Promise<void>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichMediaFile, by: (file: MediaFile) => Sync<T>): Promise<T>;

  /**
   * Locks some of those that were announced before this moment, have not arrived, and nobody else holds, and lets `by` decide on
   * each, in one transaction. Answers how many there were.
   */
  abstract changeUnfinished(announcedBefore: Date, by: (file: MediaFile) => void): Promise<number>;

  /** Some of those that were deleted before this moment, by id. */
  abstract deletedBefore(moment: Date): Promise<string[]>;

  /** Those that were deleted are forgotten altogether. */
  abstract forget(ids: readonly string[]): Promise<void>;
}
