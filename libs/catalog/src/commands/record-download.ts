import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type Download, FileDownloaded } from '../domain/download.events.ts';
import { Downloads } from '../domain/downloads.ts';

/** Counts a download that begins. One that is resumed later is not counted again. */
export class RecordDownload extends Command<void> {
  constructor(readonly download: Download) {
    super();
  }
}

@CommandHandler(RecordDownload)
export class RecordDownloadHandler implements ICommandHandler<RecordDownload> {
  constructor(
    private readonly downloads: Downloads,
    private readonly clock: Clock,
  ) {}

  execute({ download }: RecordDownload): Promise<void> {
    return this.downloads.record(new FileDownloaded(download, this.clock.now()));
  }
}
