import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { MediaFiles } from '../domain/media-files.ts';
import { MediaStore } from '../domain/media-store.ts';
import { assertPart, etagOf } from '../domain/upload.ts';
import { sizeOf } from '../domain/upload-plan.ts';

interface UploadedPart {
  readonly etag: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** One part of a file, from whoever was given its address. A part that was sent before is replaced. */
export class UploadPart extends Command<UploadedPart> {
  constructor(
    readonly fileId: string,
    readonly number: number,
    readonly bytes: AsyncIterable<Uint8Array>,
  ) {
    super();
  }
}

@CommandHandler(UploadPart)
export class UploadPartHandler implements ICommandHandler<UploadPart> {
  constructor(
    private readonly files: MediaFiles,
    private readonly store: MediaStore,
  ) {}

  async execute({ fileId, number, bytes }: UploadPart): Promise<UploadedPart> {
    const awaited = () => this.files.change({ id: fileId }, (file) => file.awaited(number));
    const planned = await awaited();
    const part = { number, most: sizeOf(planned) };
    const content = await this.store.putPart(fileId, part, bytes, (found) => assertPart(planned, found));
    await awaited().catch(this.clear(fileId));
    return { etag: etagOf(content), sha256: content.sha256 };
  }

  /** The file was completed or deleted meanwhile: nobody would come for the part. */
  private clear(fileId: string) {
    return async (error: unknown): Promise<never> => {
      if (error instanceof ResourceNotFound) await this.store.removeParts(fileId);
      throw error;
    };
  }
}
