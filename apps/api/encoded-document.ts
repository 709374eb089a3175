import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** At 6, brotli takes 8 MB of memory for the document of the API, and is 4 % larger than at 9, which takes 35 MB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

interface Variant {
  /** Null for the document as it is. */
  readonly encoding: string | null;
  readonly body: Buffer;
  readonly etag: string;
}

/** A document that never changes, with its compressed variants, all encoded once. */
export class EncodedDocument {
  private constructor(
    private readonly type: string,
    /** In order of preference; the last one is not compressed. */
    private readonly variants: readonly Variant[],
  ) {}

  static async of(type: string, text: string): Promise<EncodedDocument> {
    const body = Buffer.from(text);
    const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
    // One after the other, because of their memory.
    const brotli = await promisify(brotliCompress)(body, BROTLI);
    const zipped = await promisify(gzip)(body);
    return new EncodedDocument(type, [
      { encoding: 'br', body: brotli, etag: `"${digest}-br"` },
      { encoding: 'gzip', body: zipped, etag: `"${digest}-gzip"` },
      { encoding: null, body, etag: `"${digest}"` },
    ]);
  }

  /** Responds with the smallest variant that the client accepts, or with 304 if the client has it. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const variant = this.variants.find(({ encoding }) => encoding === null || acceptsEncoding(request, encoding)) as Variant;
    reply.headers({ 'cache-control': 'public, no-cache', vary: 'Accept-Encoding', etag: variant.etag });
    if (includesTag(request.headers['if-none-match'], variant.etag)) return reply.status(304).send();
    if (variant.encoding !== null) reply.header('content-encoding', variant.encoding);
    return reply.header('content-type', this.type).send(variant.body);
  }
}

/** Whether `Accept-Encoding` names the encoding, with another weight than 0. */
export function acceptsEncoding({ headers }: FastifyRequest, encoding: string): boolean {
  const parts = String(headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',');
  const encodings = parts.map((part) => part.split(';').map((text) => text.trim()));
  return encodings.some(([name, ...parameters]) => name === encoding && !parameters.some(isZeroWeight));
}

const isZeroWeight = (parameter: string): boolean => /^q=0(\.0*)?$/.test(parameter);

const includesTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
