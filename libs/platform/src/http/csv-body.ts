import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** A body that was sent as `text/csv`. */
export class CsvText {
  constructor(readonly text: string) {}
}

const TAKES_CSV = 'takesCsv';

/** The operation takes `text/csv` beside JSON. */
export const TakesCsv = (): MethodDecorator => applyDecorators(RouteConfig({ [TAKES_CSV]: true }) as MethodDecorator);

/** CSV bodies, where an operation takes them; elsewhere they are as unknown as any other type. */
export function csvBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(/^text\/csv\s*(;|$)/i, { parseAs: 'string' }, (request, body, done) => {
    const isTaken = TAKES_CSV in request.routeOptions.config;
    if (isTaken) done(null, new CsvText(body as string));
    else done(Object.assign(new Error('Unsupported Media Type'), { statusCode: 415 }), undefined);
  });
}
