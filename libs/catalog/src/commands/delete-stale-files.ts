import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { MediaFiles } from '../domain/media-files.ts';
import { MediaStore } from '../domain/media-store.ts';

const HOUR_MS = 60 * 60 * 1000;
/** The longest time between the creation of a file and the completion of its upload. */
const STALE_AFTER_MS = 24 * HOUR_MS;
/** Longer than any request, so that no upload is still writing when the content is removed. */
const REMOVE_AFTER_MS = HOUR_MS;

/** Deletes uploads that were never completed, and removes the content of deleted files, until done or aborted by `stop`. */
export class DeleteStaleFiles extends Command<void> {
  constructor(readonly stop: AbortSignal = new AbortController().signal) {
    super();
  }
}

@CommandHandler(DeleteStaleFiles)
export class DeleteStaleFilesHandler implements ICommandHandler<DeleteStaleFiles> {
  constructor(
    private readonly files: MediaFiles,
    private readonly store: MediaStore,
    private readonly clock: WallClock,
  ) {}

  async execute({ stop }: DeleteStaleFiles): Promise<void> {
    const now = this.clock.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    while (!stop.aborted && (await this.files.changeUnfinished(before(STALE_AFTER_MS), (file) => file.delete(now))) > 0);
    for (let ids; !stop.aborted && (ids = await this.files.deletedBefore(before(REMOVE_AFTER_MS))).length > 0;) {
      for (const id of ids) await this.store.remove(id);
      await this.files.purge(ids);
    }
  }
}
