import type { FastifyInstance } from 'fastify';
import { RequestInvalid } from './errors.ts';
import { assertPublicBodySize } from './public-body.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The position of the syntax error, if the message of `JSON.parse` contains it. */
const offsetOf = (reason: string, length: number): number =>
  reason.startsWith('Unexpected end') ? length : Number(/ at position (\d+)/.exec(reason)?.[1] ?? 0);

function malformed(reason: string, length: number): RequestInvalid {
  const offset = offsetOf(reason, length);
  return new RequestInvalid([
    { loc: ['body', offset], type: 'json_invalid', msg: 'JSON decode error', input: {}, ctx: { error: reason.slice(0, 200) } },
  ]);
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let text = '';
  try {
    text = utf8.decode(body);
    return JSON.parse(text);
  } catch (error) {
    throw malformed((error as Error).message, text.length);
  }
}

/** Parses JSON bodies. An empty body is valid with any content type; malformed JSON is a 422. */
export function jsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(/^application\/([\w.+-]+\+)?json\s*(;|$)/i, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      assertPublicBodySize(request, body as Buffer);
      done(null, parse(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}
