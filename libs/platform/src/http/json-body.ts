import type { FastifyInstance } from 'fastify';
import { runWork } from '#platform/tenancy';
import { UNAUTHENTICATED_BODY_LIMIT } from './body-limit.ts';
import { RequestInvalid } from './errors.ts';
import { jsonErrorOf } from './json-error.ts';
import { parseJsonInSlices, TooDeep } from './json-in-slices.ts';
import { assertPublicBodySize } from './public-body.ts';
import { noteBodyDigest } from './signed-answers.ts';

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

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (error) {
    throw malformed((error as Error).message, 0);
  }
}

function parse(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const text = decode(body);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed((error as Error).message, text.length);
  }
}

const TOO_DEEP = 'JSON is nested too deeply';

/** The same for a long body: others get their turn in between. */
async function parseLarge(text: string): Promise<unknown> {
  try {
    const value = await parseJsonInSlices(text);
    if (value !== undefined) return value;
  } catch (error) {
    throw malformed(error instanceof TooDeep ? TOO_DEEP : (error as Error).message, text.length);
  }
  throw malformed(await jsonErrorOf(text), text.length);
}

/** Parses JSON bodies. An empty body is valid with any content type; malformed JSON is a 422. */
export function jsonBody(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(/^application\/([\w.+-]+\+)?json\s*(;|$)/i, { parseAs: 'buffer' }, (request, content, done) => {
    const body = content as Buffer;
    try {
      assertPublicBodySize(request, body);
      noteBodyDigest(request, body);
      // Bodies arrive in events of the connection, which belong to no work.
      if (body.length > UNAUTHENTICATED_BODY_LIMIT) {
        const text = decode(body);
        return runWork(request.work, () => parseLarge(text));
      }
      done(null, parse(body));
    } catch (error) {
      done(error as Error, undefined);
    }
    return undefined;
  });
}
