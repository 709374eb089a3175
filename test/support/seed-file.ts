import { createHash, randomUUID } from 'node:crypto';
import type { Answer, Call } from './call.ts';

/** The smallest PNG: one transparent pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export const sha256 = (bytes: Uint8Array, encoding: 'hex' | 'base64' = 'base64'): string =>
  createHash('sha256').update(bytes).digest(encoding);

export interface AnnouncedFile {
  readonly id: string;
  readonly upload: {
    readonly id: string;
    readonly path: string;
    readonly parts: readonly {
      readonly number: number;
      readonly chunk_start: number;
      readonly chunk_end: number;
      readonly url: string;
    }[];
  };
}

/** The body that creates an upload of these bytes in parts of this size. */
export const announcement = (bytes: Uint8Array, { partSize = bytes.length, ...overrides }: Record<string, unknown> = {}) => {
  const size = Number(partSize);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => {
    const [start, end] = [index * size, Math.min((index + 1) * size, bytes.length)];
    const checksum_sha256_base64 = sha256(bytes.subarray(start, end));
    return { number: index + 1, chunk_start: start, chunk_end: end, checksum_sha256_base64 };
  });
  return {
    service: 'product_media',
    name: 'pixel.png',
    mime_type: 'image/png',
    size: bytes.length,
    checksum_sha256_base64: sha256(bytes),
    upload: { parts },
    ...overrides,
  };
};

export async function announceFile(call: Call, overrides: object = {}, bytes: Uint8Array = PIXEL): Promise<AnnouncedFile> {
  const { status, body, text } = await call('POST', '/v1/files/', announcement(bytes, { ...overrides }));
  if (status !== 201) throw new Error(text);
  return body;
}

export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '');

/** Uploads every part to its URL; returns the responses. */
export function sendParts(call: Call, { upload }: AnnouncedFile, bytes: Uint8Array = PIXEL): Promise<Answer[]> {
  return Promise.all(
    upload.parts.map(({ url, chunk_start, chunk_end }) =>
      call('PUT', pathOf(url), Buffer.from(bytes.subarray(chunk_start, chunk_end)), { 'content-type': 'image/png' }),
    ),
  );
}

/** The body that completes the upload of these bytes. */
export const completionOf = ({ upload }: AnnouncedFile, bytes: Uint8Array = PIXEL) => ({
  id: upload.id,
  path: upload.path,
  parts: upload.parts.map(({ number, chunk_start, chunk_end }) => {
    const part = bytes.subarray(chunk_start, chunk_end);
    return { number, checksum_etag: `"${sha256(part, 'hex')}"`, checksum_sha256_base64: sha256(part) };
  }),
});

/** A file whose upload is complete. */
export async function seedFile(call: Call, overrides: object = {}, bytes: Uint8Array = PIXEL): Promise<Answer['body']> {
  const file = await announceFile(call, overrides, bytes);
  await sendParts(call, file, bytes);
  const { status, body, text } = await call('POST', `/v1/files/${file.id}/uploaded`, completionOf(file, bytes));
  if (status !== 200) throw new Error(text);
  return body;
}

export function unknownFile(): AnnouncedFile {
  const id = randomUUID();
  const url = `/v1/files/${id}/parts/1?expires=4000000000&signature=${'A'.repeat(43)}`;
  return { id, upload: { id, path: 'x', parts: [{ number: 1, chunk_start: 0, chunk_end: PIXEL.length, url }] } };
}
