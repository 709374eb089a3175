import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { Bytes } from './binary-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The SHA-256 of the body as it was received, of a request that asks for a signature. */
    bodyDigest?: Buffer;
  }
}

export const LICENSE_NONCE_HEADER = 'license-nonce';

export const asksForSignature = ({ headers }: FastifyRequest): boolean => headers[LICENSE_NONCE_HEADER] !== undefined;

/** Notes the digest of the body of a request that asks for a signature. */
export function noteBodyDigest(request: FastifyRequest, body: Buffer): void {
  if (asksForSignature(request)) request.bodyDigest = createHash('sha256').update(body).digest();
}

/** The same for a body that is parsed as it arrives. */
export async function* notingBodyDigest(request: FastifyRequest, chunks: Bytes): Bytes {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  request.bodyDigest = hash.digest();
}
