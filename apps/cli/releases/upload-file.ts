import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { request } from 'undici';
import { callService, type Connection, jsonOf, refusalOf } from '../connection/call-service.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { ServiceUnreachable } from '../exit-codes.ts';
import type { LocalArtifact } from './read-folder.ts';

const PART_BYTES = 10 * 1024 * 1024;

interface PlannedPart {
  readonly number: number;
  readonly chunk_start: number;
  readonly chunk_end: number;
  readonly url: string;
}

interface AnnouncedFile {
  readonly id: string;
  readonly upload: { readonly id: string; readonly path: string; readonly parts: readonly PlannedPart[] };
}

/** The digests of a file. */
export interface Digests {
  /** In hexadecimal digits. */
  readonly sha256: string;
  readonly sha512: string;
}

/** Reads a file once. */
export async function digestsOf(path: string): Promise<Digests> {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')];
  for await (const chunk of createReadStream(path)) {
    sha256.update(chunk as Buffer);
    sha512.update(chunk as Buffer);
  }
  return { sha256: sha256.digest('hex'), sha512: sha512.digest('hex') };
}

/** Uploads a file to download in parts, of which one is in memory at a time, and returns its id. */
export async function uploadFile(
  connection: Connection,
  { path, name, size }: LocalArtifact,
  { sha256 }: Digests,
): Promise<string> {
  const parts = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, index) => ({
    number: index + 1,
    chunk_start: index * PART_BYTES,
    chunk_end: Math.min((index + 1) * PART_BYTES, size),
  }));
  const checksum_sha256_base64 = Buffer.from(sha256, 'hex').toString('base64');
  const mime_type = 'application/octet-stream';
  const body = { service: 'downloadable', name, mime_type, size, checksum_sha256_base64, upload: { parts } };
  const file = (await ask(connection, '/v1/files/', body)) as AnnouncedFile;
  const sent: object[] = [];
  for (const part of file.upload.parts) sent.push(await sendPart(connection, path, part));
  await ask(connection, `/v1/files/${file.id}/uploaded`, { id: file.upload.id, path: file.upload.path, parts: sent });
  return file.id;
}

const ask = async (connection: Connection, path: string, body: object): Promise<unknown> =>
  jsonOf(connection.service, await callService(connection, { method: 'POST', path, body }));

/** The URL of a part is that of the service as it knows itself; the connection says how to reach it. */
async function sendPart(
  { service }: Connection,
  path: string,
  { number, chunk_start, chunk_end, url }: PlannedPart,
): Promise<object> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { start: chunk_start, end: chunk_end - 1 })) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { pathname, search } = new URL(url);
  const headers = { 'content-type': 'application/octet-stream' };
  const response = await request(`${service}${pathname}${search}`, { method: 'PUT', headers, body: bytes }).catch(
    (error: unknown) => {
      throw new ServiceUnreachable(`${service} cannot be reached (${reasonOf(error)}).`);
    },
  );
  const text = await response.body.text();
  if (response.statusCode !== 200) throw refusalOf(service, response.statusCode, text);
  const sha256 = createHash('sha256').update(bytes);
  return { number, checksum_etag: String(response.headers['etag']), checksum_sha256_base64: sha256.digest('base64') };
}
