import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { NotPermitted } from '#kernel';
import { SignedUrls } from '#engine/secrets';

/** Throws `NotPermitted` unless the URL is signed for this part and has not expired. */
export class VerifyUploadUrl extends Query<void> {
  constructor(
    readonly fileId: string,
    readonly number: number,
    readonly expires: number,
    readonly signature: string,
  ) {
    super();
  }
}

@QueryHandler(VerifyUploadUrl)
export class VerifyUploadUrlHandler implements IQueryHandler<VerifyUploadUrl> {
  constructor(private readonly urls: SignedUrls) {}

  async execute({ fileId, number, expires, signature }: VerifyUploadUrl): Promise<void> {
    const subject = `${fileId}/${number}`;
    if (this.urls.isValid({ purpose: 'upload-address', subject }, expires, signature)) return;
    throw new NotPermitted('The address of the upload is not valid, or not valid any more.');
  }
}
