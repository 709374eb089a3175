import { Controller, Put, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { BodyBytes, type Bytes, Input, type InputOf, NotAudited, Responses, TakesBytes, Unlimited } from '#platform/http';
import { UploadPart } from '../../commands/upload-part.ts';
import { VerifyUploadUrl } from '../../queries/verify-upload-url.ts';
import { UploadedPartView } from '../../queries/file-upload.view.ts';
import { UploadPartRequest } from './files.dto.ts';

const LARGEST = 10 * 1024 * 1024;

@ApiTags('files')
@Controller('v1/files/:id/parts')
export class FilePartsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Put(':n')
  @Unlimited('The signature of the URL is the credential. The body is not read without it.')
  @NotAudited('It sends bytes of a file. The completed file is in the log.')
  @TakesBytes(LARGEST)
  @Responses({
    summary: 'Upload a part of a file',
    description:
      'Uploads one part of a file as raw bytes, at most 10 MiB, without credentials: the URL, returned when the file was created, is signed and expires after an hour. Uploading a part again replaces it. List the returned values to complete the upload.',
    ok: { status: 200, view: UploadedPartView },
    errors: {
      403: ['NotPermitted', 'The signature of the URL is wrong, or the URL has expired.'],
      404: ['ResourceNotFound', 'The file is deleted, or its upload is already completed.'],
    },
  })
  async upload(
    @Input(UploadPartRequest) { path, query }: InputOf<typeof UploadPartRequest>,
    @BodyBytes() bytes: Bytes,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UploadedPartView> {
    const { id, n: number } = path;
    await this.queries.execute(new VerifyUploadUrl(id, number, query.expires, query.signature));
    const { etag, sha256 } = await this.commands.execute(new UploadPart(id, number, bytes));
    reply.header('etag', etag);
    return { number, checksum_etag: etag, checksum_sha256_base64: Buffer.from(sha256, 'hex').toString('base64') };
  }
}
