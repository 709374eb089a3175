import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  BodyLimit,
  Responses,
  Input,
  type InputOf,
  MANAGEMENT_NOT_PERMITTED,
  type Page,
  pageOf,
  Idempotent,
  NotIdempotent,
  noteTakesLonger,
} from '#platform/http';
import { CreateFile } from '../../commands/create-file.ts';
import { CompleteUpload } from '../../commands/complete-upload.ts';
import { DeleteFile } from '../../commands/delete-file.ts';
import { UpdateFile } from '../../commands/update-file.ts';
import { FileUploadView } from '../../queries/file-upload.view.ts';
import { FileView } from '../../views/file.view.ts';
import { GetFile } from '../../queries/get-file.ts';
import { GetFileUpload } from '../../queries/get-file-upload.ts';
import { ListFiles } from '../../queries/list-files.ts';
import { CompleteUploadRequest, CreateFileRequest, ListFilesRequest, OneFileRequest, UpdateFileRequest } from './files.dto.ts';

const AREA = 'files';
/** A body with all parts that a file may have. */
const PARTS_MIB = 4;
const NOT_FOUND = ['ResourceNotFound', 'The file does not exist, is deleted or belongs to another organization.'] as const;

@ApiTags('files')
@Controller('v1/files')
export class FilesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List files',
    description:
      'Returns the files of all organizations that the caller can access, newest first. Files whose upload is not completed are not included.',
    ok: { status: 200, view: pageOf(FileView, 'FileRead') },
  })
  @RequireScope(['files:read', 'files:write'])
  list(
    @Input(ListFilesRequest) { query }: InputOf<typeof ListFilesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<FileView>> {
    const { page, limit, ...filter } = query;
    return this.queries.execute(new ListFiles(caller.access(AREA), filter, { page, limit }));
  }

  @Post()
  @BodyLimit(PARTS_MIB)
  @Idempotent()
  @Responses({
    summary: 'Create a file',
    description:
      'Creates a file and returns a URL for each of its parts. Send each part with `PUT` to its `url` within an hour, then complete the upload with the returned ETags. Files are images for products (at most 10 MiB) or avatars (1 MiB), or anything that customers download (less than 2 GiB). A file whose upload is not completed within 24 hours is deleted.',
    ok: { status: 201, view: FileUploadView },
    errors: {
      403: MANAGEMENT_NOT_PERMITTED,
      409: ['FileStorageFull', 'The files of the organization would have more bytes than `FILE_BYTES_PER_ORGANIZATION` allows.'],
    },
  })
  @RequireScope('files:write')
  async create(
    @Input(CreateFileRequest) { body }: InputOf<typeof CreateFileRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<FileUploadView> {
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const id = await this.commands.execute(
      new CreateFile({
        organizationId,
        service: body.service,
        name: body.name,
        version: body.version ?? null,
        mimeType: body.mime_type,
        size: body.size,
        checksumSha256: body.checksum_sha256_base64 ?? null,
        parts: body.upload.parts.map((part) => ({
          number: part.number,
          chunkStart: part.chunk_start,
          chunkEnd: part.chunk_end,
          checksumSha256Base64: part.checksum_sha256_base64 ?? null,
        })),
      }),
    );
    return this.queries.execute(new GetFileUpload(caller.access(AREA), id));
  }

  @Post(':id/uploaded')
  @BodyLimit(PARTS_MIB)
  @NotIdempotent('A file that is complete stays as it is: the same request again gets the same file.')
  @Responses({
    summary: 'Complete a file upload',
    description:
      'Assembles the uploaded parts; from then on everyone can read an image at its `public_url`, and a file to download can be added to benefits. Fails with 422 if size, checksum or type differ from what was declared: the parts are then discarded and have to be uploaded again. Repeating the request has no further effect.',
    ok: { status: 200, view: FileView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('files:write')
  async uploaded(
    @Input(CompleteUploadRequest) { path, body }: InputOf<typeof CompleteUploadRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<FileView> {
    const access = caller.access(AREA);
    const parts = body.parts.map((part) => ({
      number: part.number,
      checksumEtag: part.checksum_etag,
      checksumSha256Base64: part.checksum_sha256_base64,
    }));
    // All bytes of the file are read and written.
    noteTakesLonger();
    await this.commands.execute(new CompleteUpload(access, path.id, { id: body.id, path: body.path, parts }));
    return this.queries.execute(new GetFile(access, path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a file',
    description:
      'Changes the name or the version. Fields that are left out, `null` or blank stay as they are. The public URL does not change.',
    ok: { status: 200, view: FileView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('files:write')
  async update(
    @Input(UpdateFileRequest) { path, body }: InputOf<typeof UpdateFileRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<FileView> {
    const access = caller.access(AREA);
    const changes = { name: body.name ?? undefined, version: body.version ?? undefined };
    await this.commands.execute(new UpdateFile(access, path.id, changes));
    return this.queries.execute(new GetFile(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a file',
    description:
      'Deletes the file with its content. Products and customers no longer have it. A file of a published release is not deleted.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('files:write')
  async delete(
    @Input(OneFileRequest) { path }: InputOf<typeof OneFileRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeleteFile(caller.access(AREA), path.id));
  }
}
