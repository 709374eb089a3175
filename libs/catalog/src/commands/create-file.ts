import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MediaFile, type NewMediaFile } from '../domain/media-file.ts';
import { MediaFiles } from '../domain/media-files.ts';

/** What whoever announces a file may call it. */
export { FILE_NAME } from '../domain/file-name.ts';

/** Answers with the new file's id. */
export class CreateFile extends Command<string> {
  constructor(readonly attributes: NewMediaFile) {
    super();
  }
}

@CommandHandler(CreateFile)
export class CreateFileHandler implements ICommandHandler<CreateFile> {
  constructor(private readonly files: MediaFiles) {}

  async execute({ attributes }: CreateFile): Promise<string> {
    const file = MediaFile.create(attributes);
    await this.files.add(file);
    return file.id;
  }
}
