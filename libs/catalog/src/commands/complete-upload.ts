import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import type { UploadClaim } from '../domain/media-file.ts';
import { MediaFiles } from '../domain/media-files.ts';
import { type Content, MediaStore } from '../domain/media-store.ts';
import type { Upload } from '../domain/upload.ts';

/** Assembles a file from its uploaded parts. A file that is already complete does not change. */
export class CompleteUpload extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly claim: UploadClaim,
  ) {
    super();
  }
}

/** The content is stored before the file is marked as complete: a crash in between leaves an unfinished upload, never a broken file. */
@CommandHandler(CompleteUpload)
export class CompleteUploadHandler implements ICommandHandler<CompleteUpload> {
  constructor(
    private readonly files: MediaFiles,
    private readonly store: MediaStore,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, claim }: CompleteUpload): Promise<void> {
    const which = { id, organizations: access.visible };
    const upload = await this.files.change(which, (file) => {
      access.assertCanManage(file.organizationId);
      return file.uploadOf(claim);
    });
    if (upload) {
      const draft = await this.store.assemble(id, upload.numbers);
      try {
        await this.verify(upload, draft.content, id);
        await draft.keep();
      } finally {
        await draft.discard();
      }
      await this.files.change(which, (file) => file.complete(draft.content, this.clock.now()));
    }
    await this.store.removeParts(id);
  }

  /** Parts whose content is wrong are deleted. A wrong claim about correct parts can be repeated. */
  private async verify(upload: Upload, content: Content, id: string): Promise<void> {
    upload.assertParts(content);
    try {
      upload.assertComplete(content);
    } catch (error) {
      await this.store.removeParts(id);
      throw error;
    }
  }
}
