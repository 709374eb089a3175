import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MediaFile, type NewMediaFile } from '../domain/media-file.ts';
import { MediaFiles } from '../domain/media-files.ts';

/** What whoever announces a file may call it. */
export { FILE_NAME } from '../domain/file-name.ts';

/** Answers with the new file's id. */
export class AnnounceFile extends Command<string> {
  constructor(readonly birth: NewMediaFile) {
    super();
  }
}

@CommandHandler(AnnounceFile)
export class AnnounceFileHandler implements ICommandHandler<AnnounceFile> {
  constructor(private readonly files: MediaFiles) {}

  async execute({ birth }: AnnounceFile): Promise<string> {
    const file = MediaFile.announce(birth);
    await this.files.add(file);
    return file.id;
  }
}
