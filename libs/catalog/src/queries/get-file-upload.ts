import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf } from '#engine/persistence';
import { SignedUrls } from '#engine/secrets';
import { commonFields, commonFileRows } from './file-rows.ts';
import type { FileUploadView } from './file-upload.view.ts';

/** A created file with the URLs to upload its parts to. */
export class GetFileUpload extends Query<FileUploadView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetFileUpload)
export class GetFileUploadHandler implements IQueryHandler<GetFileUpload> {
  constructor(
    private readonly em: EntityManager,
    private readonly urls: SignedUrls,
  ) {}

  async execute({ access, id }: GetFileUpload): Promise<FileUploadView> {
    const visible = commonFileRows(this.em).where(anyOf('organization_id', access.visible));
    const row = await visible.select('parts as planned').where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    const { planned, ...file } = row;
    const signed = (number: number) =>
      this.urls.of({ purpose: 'upload-address', subject: `${id}/${number}`, path: `/v1/files/${id}/parts/${number}` });
    const parts = planned.map((part) => ({ ...part, ...signed(part.number), headers: {} }));
    return { ...commonFields(file), upload: { id, path: row.path, parts } };
  }
}
