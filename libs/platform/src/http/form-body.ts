import type { FastifyInstance } from 'fastify';
import { failure } from './binary-body.ts';
import { charsetOf } from './charset.ts';
import type { OtherApiConfig } from './other-api.ts';

/** As many fields as no form has. */
const MAX_FIELDS = 1_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch (error) {
    throw Object.assign(new Error('The form is not UTF-8.', { cause: error }), { statusCode: 400 });
  }
}

/** The fields of a form. The last one of a name counts; one such as `key[]` is a list, as in PHP, which wrote these forms. */
function fieldsOf(body: Buffer): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const [name, value] of new URLSearchParams(textOf(body))) {
    if (fields.length >= MAX_FIELDS) throw failure(413);
    const bracket = name.indexOf('[');
    fields.push(bracket > 0 ? [name.slice(0, bracket), [value]] : [name, value]);
  }
  return Object.fromEntries(fields);
}

/** Takes forms as bodies of operations with `@OtherApi`; for all others they are a 415. */
export function formBody(fastify: FastifyInstance): void {
  const type = /^application\/x-www-form-urlencoded\s*(;|$)/i;
  fastify.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body, done) => {
    const charset = charsetOf(request.headers['content-type'] ?? '') ?? 'utf-8';
    try {
      const { takesForms } = request.routeOptions.config as OtherApiConfig;
      if (!takesForms || !/^(utf-?8|us-ascii)$/i.test(charset)) throw failure(415);
      done(null, fieldsOf(body as Buffer));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}
