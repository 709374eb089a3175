import { Controller, Get, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ContentResponse, Responses, Unlimited } from '#platform/http';
import { isUuid, ResourceNotFound } from '#kernel';
import { FindMedia } from '../../queries/find-media.ts';

/** Pages of sellers show their pictures. */
const PUBLIC = {
  'cross-origin-resource-policy': 'cross-origin',
  /** The content of a URL never changes, but the file can be deleted. */
  'cache-control': 'public, max-age=86400, immutable',
};

type Request = FastifyRequest<{ Params: { service: string; organization: string; id: string; name: string } }>;

/** Serves the content of files at their `public_url`. Not an operation of the API: the reference uses a bucket for it. */
@ApiExcludeController()
@Controller('media')
export class MediaController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':service/:organization/:id/:name')
  @Unlimited('It only reads pictures that everybody may see.')
  @Responses({ summary: 'Get the content of a file', ok: { status: 200, view: null } })
  async get(
    @Req() request: Request,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NodeJS.ReadableStream | undefined> {
    const { service, organization, id, name } = request.params;
    if (!isUuid(id)) throw new ResourceNotFound();
    const media = await this.queries.execute(new FindMedia(id, `${service}/${organization}/${id}/${name}`));
    const response = new ContentResponse(request, media, 'show');
    const bytes = await response.open();
    reply.status(response.status).headers({ ...PUBLIC, ...response.headers });
    return bytes;
  }
}
