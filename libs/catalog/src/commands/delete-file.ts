import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock, fieldError, ValidationFailed } from '#kernel';
import { MediaFiles } from '../domain/media-files.ts';
import { MediaStore } from '../domain/media-store.ts';
import { IsFilePublished } from '../needs/index.ts';

/**
 * Deletes a file and its content. Throws `ValidationFailed` while a published release has it, unless that is published at this moment. Content that a crash leaves behind is deleted by
 * `DeleteStaleFiles`.
 */
export class DeleteFile extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

const IN_USE = 'A published release has the file. Yank the release first.';

@CommandHandler(DeleteFile)
export class DeleteFileHandler implements ICommandHandler<DeleteFile> {
  constructor(
    private readonly files: MediaFiles,
    private readonly store: MediaStore,
    private readonly clock: Clock,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, id }: DeleteFile): Promise<void> {
    if (await this.queries.execute(new IsFilePublished(id, access.visible)))
      throw new ValidationFailed([{ ...fieldError(['id'], IN_USE, id), part: 'path' }]);
    await this.files.change({ id, organizations: access.visible }, (file) => {
      access.assertCanManage(file.organizationId);
      file.delete(this.clock.now());
    });
    await this.store.remove(id);
  }
}
