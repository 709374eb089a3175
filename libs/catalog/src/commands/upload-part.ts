import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { MediaFiles } from '../domain/media-files.ts';
import { MediaStore } from '../domain/media-store.ts';
import { assertPart, etagOf, sizeOf } from '../domain/upload.ts';

interface UploadedPart {
  readonly etag: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Stores one part of a file; its signed upload URL is the permission. An earlier part with the same number is replaced. */
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
    const expectedPart = () => this.files.change({ id: fileId }, (file) => file.expectedPart(number));
    const planned = await expectedPart();
    const part = { number, maxSize: sizeOf(planned) };
    const content = await this.store.putPart(fileId, part, bytes, (received) => assertPart(planned, received));
    await expectedPart().catch(this.removePartsIfNotFound(fileId));
    return { etag: etagOf(content), sha256: content.sha256 };
  }

  /** If the file was completed or deleted in the meantime, nothing else would delete the part. */
  private removePartsIfNotFound(fileId: string) {
    return async (error: unknown): Promise<never> => {
      if (error instanceof ResourceNotFound) await this.store.removeParts(fileId);
      throw error;
    };
  }
}
