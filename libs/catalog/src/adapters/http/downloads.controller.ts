import { Controller, Get, Req, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ContentResponse, Input, type InputOf, Responses, Unlimited } from '#platform/http';
import { RecordDownload } from '../../commands/record-download.ts';
import { FindDownload } from '../../queries/find-download.ts';
import { DownloadRequest } from './downloadables.dto.ts';

/** What is downloaded belongs to one customer. */
const PRIVATE = {
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
};

/**
 * Serves the files of customers at the signed URLs of downloadables, or tells where a bucket does. Not an operation of the API: the
 * reference uses a bucket.
 */
@ApiExcludeController()
@Controller('downloads')
export class DownloadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':grant_id/:file_id')
  @Unlimited('The signature of the URL is the credential. Nothing is recorded without it.')
  @Responses({ summary: 'Download a file', ok: { status: 200, view: null } })
  async get(
    @Input(DownloadRequest) { path, query }: InputOf<typeof DownloadRequest>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NodeJS.ReadableStream | undefined> {
    const { grant_id, file_id } = path;
    const { content, download } = await this.queries.execute(new FindDownload(grant_id, file_id, query.expires, query.signature));
    const response = new ContentResponse(request, content, 'save');
    if (response.sendsFirstByte) await this.commands.execute(new RecordDownload(download));
    const location = await response.location();
    if (location !== null) {
      reply.status(307).headers({ ...PRIVATE, location });
      return undefined;
    }
    const bytes = await response.open();
    reply.status(response.status).headers({ ...PRIVATE, ...response.headers });
    return bytes;
  }
}
