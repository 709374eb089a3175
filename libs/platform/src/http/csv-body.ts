import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** A body of type `text/csv`. */
export class CsvText {
  constructor(readonly text: string) {}
}

const TAKES_CSV = 'takesCsv';

/** The operation accepts `text/csv` in addition to JSON. */
export const TakesCsv = (): MethodDecorator => applyDecorators(RouteConfig({ [TAKES_CSV]: true }) as MethodDecorator);

/** Parses CSV bodies on routes that accept them; other routes respond with 415. */
export function csvBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^text\/csv\s*(;|$)/i, { parseAs: 'string' }, (request, body, done) => {
    const isTaken = TAKES_CSV in request.routeOptions.config;
    if (isTaken) done(null, new CsvText(body as string));
    else done(Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }), undefined);
  });
}
