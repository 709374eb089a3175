import type { FastifyInstance } from 'fastify';
import { extendRouteConfig } from './extend-route-config.ts';

/** A body with content type `text/csv`. */
export class CsvText {
  constructor(readonly text: string) {}
}

const TAKES_CSV = 'takesCsv';

/** The operation accepts `text/csv` as well as JSON. */
export const TakesCsv = (): MethodDecorator => extendRouteConfig({ [TAKES_CSV]: true });

/** Parses CSV bodies of operations with `@TakesCsv`; for all others they are a 415. */
export function csvBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^text\/csv\s*(;|$)/i, { parseAs: 'string' }, (request, body, done) => {
    const isAccepted = TAKES_CSV in request.routeOptions.config;
    if (isAccepted) done(null, new CsvText(body as string));
    else done(Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }), undefined);
  });
}
