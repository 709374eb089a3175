import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type ReleaseDownload, ReleaseDownloads } from '../domain/release-downloads.ts';

/** Counts a download that begins. One that is resumed later is not counted again. */
export class CountDownload extends Command<void> {
  constructor(readonly download: ReleaseDownload) {
    super();
  }
}

@CommandHandler(CountDownload)
export class CountDownloadHandler implements ICommandHandler<CountDownload> {
  constructor(
    private readonly downloads: ReleaseDownloads,
    private readonly clock: Clock,
  ) {}

  execute({ download }: CountDownload): Promise<void> {
    this.downloads.count(download, this.clock.now(download.organizationId));
    return Promise.resolve();
  }
}
