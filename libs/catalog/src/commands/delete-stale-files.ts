import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { MediaFiles } from '../domain/media-files.ts';
import { MediaStore } from '../domain/media-store.ts';

const HOUR_MS = 60 * 60 * 1000;
/** How long an upload may take from its announcement to its end. */
const STALE_AFTER_MS = 24 * HOUR_MS;
/** Longer than any request, so that nobody is still writing when the last bytes are removed. */
const REST_MS = HOUR_MS;

/** Deletes uploads that were never finished, and removes what is left of all that was deleted, until it is to stop. */
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
    private readonly clock: Clock,
  ) {}

  async execute({ stop }: DeleteStaleFiles): Promise<void> {
    const now = this.clock.now();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    while (!stop.aborted && (await this.files.changeUnfinished(before(STALE_AFTER_MS), (file) => file.delete(now))) > 0);
    for (let ids; !stop.aborted && (ids = await this.files.deletedBefore(before(REST_MS))).length > 0;) {
      for (const id of ids) await this.store.remove(id);
      await this.files.forget(ids);
    }
  }
}
