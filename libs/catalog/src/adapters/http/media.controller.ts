import { Controller, Get, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Responses } from '#platform/http';
import { ResourceNotFound } from '#kernel';
import { FindMedia, type Media } from '../../queries/find-media.ts';
import { byteRange } from './byte-range.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Browsers must not run uploaded content nor interpret it as anything but an image. */
const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
};
/** The content of a URL never changes, but the file can be deleted. */
const CACHE = 'public, max-age=86400, immutable';

type Request = FastifyRequest<{ Params: { service: string; organization: string; id: string; name: string } }>;

/** Serves the content of files at their `public_url`. Not an operation of the API: the reference uses a bucket for it. */
@ApiExcludeController()
@Controller('media')
export class MediaController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':service/:organization/:id/:name')
  @Responses({ summary: 'Get the content of a file', ok: { status: 200, view: null } })
  async get(
    @Req() { params, headers }: Request,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NodeJS.ReadableStream | undefined> {
    const { service, organization, id, name } = params;
    if (!ID.test(id)) throw new ResourceNotFound();
    const media = await this.queries.execute(new FindMedia(id, `${service}/${organization}/${id}/${name}`));
    if (isKnown(media, headers['if-none-match'])) {
      reply.status(304).headers(describe(media));
      return undefined;
    }
    const range = byteRange(media, headers.range, oneOf(headers['if-range']));
    if (range === 'unsatisfiable') {
      reply.status(416).header('content-range', `bytes */${media.size}`);
      return undefined;
    }
    const bytes = await media.open(range);
    reply.headers({ ...describe(media), 'content-type': media.type });
    if (!range) reply.header('content-length', media.size);
    else {
      const { start, end } = range;
      reply.status(206).headers({ 'content-range': `bytes ${start}-${end}/${media.size}`, 'content-length': end - start + 1 });
    }
    return bytes;
  }
}

const oneOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join();

const isKnown = ({ etag }: Media, known = ''): boolean =>
  known.trim() === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

const describe = ({ name, etag, uploadedAt }: Media): Record<string, string> => ({
  ...SAFE,
  'cache-control': CACHE,
  'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}`,
  etag,
  'last-modified': uploadedAt.toUTCString(),
});
