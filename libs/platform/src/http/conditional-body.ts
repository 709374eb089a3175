import { createHash } from 'node:crypto';
import type { Exchange } from './failure-limit.ts';
import { failedPrecondition } from './preconditions.ts';

/** The body with its ETag, made of its bytes; undefined, with the status, if the conditions of the request say that none is sent. */
export function unlessKnown({ request, reply }: Exchange, body: string | Buffer): string | Buffer | undefined {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  void reply.header('etag', etag);
  const failed = failedPrecondition(request.headers, { etag });
  if (failed === undefined) return body;
  void reply.status(failed);
  return undefined;
}
