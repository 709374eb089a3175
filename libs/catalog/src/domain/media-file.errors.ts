import { Conflict } from '#kernel';

export class FileStorageFull extends Conflict {
  constructor(stored: number, most: number) {
    super(
      `The organization, with those that are counted with it, may have files of at most ${most} bytes, and has ${stored}. Delete files, or upload a smaller one.`,
    );
  }
}
