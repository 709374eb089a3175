import type { FastifyInstance } from 'fastify';
import { Unprocessable } from './unprocessable.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

function malformed(reason: string): Unprocessable {
  const offset = Number(/position (\d+)/.exec(reason)?.[1] ?? 0);
  return new Unprocessable([
    { loc: ['body', offset], type: 'json_invalid', msg: 'JSON decode error', input: {}, ctx: { error: reason.slice(0, 200) } },
  ]);
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(utf8.decode(body));
  } catch (error) {
    throw malformed((error as Error).message);
  }
}

/** JSON bodies: none at all is valid whatever the content type says, an unreadable one is a 422. */
export function jsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(/^application\/([\w.+-]+\+)?json\s*(;|$)/i, { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parse(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}
