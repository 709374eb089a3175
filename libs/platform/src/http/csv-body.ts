import type { FastifyInstance } from 'fastify';
import { charsetOf } from './charset.ts';
import { extendRouteConfig } from './extend-route-config.ts';

/** A body with content type `text/csv`, and the encoding that it was sent with, if that was said. */
export class CsvBody {
  constructor(
    readonly bytes: Buffer,
    readonly charset?: string,
  ) {}
}

const TAKES_CSV = 'takesCsv';

/** The operation accepts `text/csv` as well as JSON. */
export const TakesCsv = (): MethodDecorator => extendRouteConfig({ [TAKES_CSV]: true });

/** Takes CSV bodies of operations with `@TakesCsv`; for all others they are a 415. */
export function csvBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^text\/csv\s*(;|$)/i, { parseAs: 'buffer' }, (request, body, done) => {
    const isAccepted = TAKES_CSV in request.routeOptions.config;
    if (isAccepted) done(null, new CsvBody(body as Buffer, charsetOf(request.headers['content-type'] ?? '')));
    else done(Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }), undefined);
  });
}
