import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MediaFile, type NewMediaFile } from '../domain/media-file.ts';
import { MediaFiles } from '../domain/media-files.ts';
import { FileStorage } from './file-storage.ts';

/** The pattern of valid file names. */
export { FILE_NAME } from '../domain/media-file.ts';

/** Creates a file whose parts are still to be uploaded, and returns its id. */
export class CreateFile extends Command<string> {
  constructor(readonly attributes: NewMediaFile) {
    super();
  }
}

@CommandHandler(CreateFile)
export class CreateFileHandler implements ICommandHandler<CreateFile> {
  constructor(
    private readonly files: MediaFiles,
    private readonly storage: FileStorage,
  ) {}

  async execute({ attributes }: CreateFile): Promise<string> {
    const file = MediaFile.create(attributes);
    await this.files.add(file, this.storage.bytesPerOrganization);
    return file.id;
  }
}
