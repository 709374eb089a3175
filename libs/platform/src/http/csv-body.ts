import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** A body with content type `text/csv`. */
export class CsvText {
  constructor(readonly text: string) {}
}

const TAKES_CSV = 'takesCsv';

/** The operation accepts `text/csv` as well as JSON. */
export const TakesCsv = (): MethodDecorator => applyDecorators(RouteConfig({ [TAKES_CSV]: true }) as MethodDecorator);

/** Parses CSV bodies of operations with `@TakesCsv`; for all others they are a 415. */
export function csvBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^text\/csv\s*(;|$)/i, { parseAs: 'string' }, (request, body, done) => {
    const isAccepted = TAKES_CSV in request.routeOptions.config;
    if (isAccepted) done(null, new CsvText(body as string));
    else done(Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }), undefined);
  });
}
