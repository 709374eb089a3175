import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { MediaFiles } from '../domain/media-files.ts';
import { MediaStore } from '../domain/media-store.ts';

/** Deletes a file and its content. Content that a crash leaves behind is deleted by `DeleteStaleFiles`. */
export class DeleteFile extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteFile)
export class DeleteFileHandler implements ICommandHandler<DeleteFile> {
  constructor(
    private readonly files: MediaFiles,
    private readonly store: MediaStore,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id }: DeleteFile): Promise<void> {
    await this.files.change({ id, organizations: access.visible }, (file) => {
      access.assertCanManage(file.organizationId);
      file.delete(this.clock.now());
    });
    await this.store.remove(id);
  }
}
