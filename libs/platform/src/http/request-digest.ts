import { isUtf8 } from 'node:buffer';
import { createHash, hash, type Hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { pause } from '#support/slices';
import { CsvBody } from './csv-body.ts';
import { digestedHeaders } from './request-headers.ts';

const CHUNK_LENGTH = 64 * 1024;

/** Text of the canonical form, in contrast to a value that is still to be written. */
class Written {
  constructor(readonly text: string) {}
}

const COMMA = new Written(',');
const ARRAY_END = new Written(']');
const OBJECT_END = new Written('}');

/** SHA-256 of the operation, path, query, headers and body. The order of fields and the white space of JSON do not matter. */
export function requestDigest(request: FastifyRequest): Buffer {
  const steps = digestSteps(digestedParts(request));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same for a large body: others get their turn in between. */
export async function requestDigestInSlices(request: FastifyRequest): Promise<Buffer> {
  const steps = digestSteps(digestedParts(request));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await pause();
  }
}

/** Text that is not UTF-8 is digested as its bytes: as text, some would be the same. */
const csvIn = ({ bytes }: CsvBody): object => (isUtf8(bytes) ? { csv: bytes.toString() } : { bytes: bytes.toString('latin1') });

function digestedParts({ method, url, query, headers, body }: FastifyRequest): object {
  const path = url.replace(/\?.*$/s, '').replace(/(?<=.)\/$/, '');
  const content = body instanceof CsvBody ? csvIn(body) : { json: body ?? null };
  return { method, path, query, headers: digestedHeaders(headers), content };
}

/**
 * Returns the digest of a value as JSON without white space, with sorted keys, a chunk in each step. Does not recurse: a body may be
 * nested as deeply as its size allows.
 */
function* digestSteps(value: unknown): Generator<void, Buffer> {
  const pending: unknown[] = [value];
  let long: Hash | undefined;
  let text = '';
  while (pending.length > 0) {
    const next = pending.pop();
    if (next instanceof Written) text += next.text;
    else if (Array.isArray(next)) {
      text += '[';
      pending.push(ARRAY_END);
      for (let index = next.length - 1; index >= 0; index--) pending.push(COMMA, next[index]);
    } else if (typeof next === 'object' && next !== null) {
      text += '{';
      pending.push(OBJECT_END);
      const entries = next as Readonly<Record<string, unknown>>;
      for (const key of Object.keys(entries).sort().toReversed()) {
        pending.push(COMMA, entries[key], new Written(`${JSON.stringify(key)}:`));
      }
    } else text += JSON.stringify(next) ?? 'null';
    if (text.length > CHUNK_LENGTH) {
      long = (long ?? createHash('sha256')).update(text);
      text = '';
      yield;
    }
  }
  return long ? long.update(text).digest() : hash('sha256', text, 'buffer');
}
