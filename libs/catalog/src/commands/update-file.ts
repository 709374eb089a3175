import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { MediaFileChanges } from '../domain/media-file.ts';
import { MediaFiles } from '../domain/media-files.ts';

export class UpdateFile extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: MediaFileChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateFile)
export class UpdateFileHandler implements ICommandHandler<UpdateFile> {
  constructor(private readonly files: MediaFiles) {}

  execute({ access, id, changes }: UpdateFile): Promise<void> {
    return this.files.change({ id, organizations: access.visible }, (file) => {
      access.assertCanManage(file.organizationId);
      file.update(changes);
    });
  }
}
