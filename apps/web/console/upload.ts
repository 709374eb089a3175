import { answer, type Schema } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { api } from './context.ts';

const PART_BYTES = 4 * 1024 * 1024;
const ANY_TYPE = 'application/octet-stream';

interface Upload {
  readonly file: File;
  readonly service: 'product_media' | 'organization_avatar' | 'downloadable';
  readonly organizationId: string;
  /** Called with the share that has arrived, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

type StoredFile = Schema<'ProductMediaFileRead'> | Schema<'OrganizationAvatarFileRead'> | Schema<'DownloadableFileRead'>;

/** Sends a file in parts, one after another, and returns what is stored. */
export async function uploadFile({ file, service, organizationId, onProgress }: Upload): Promise<StoredFile> {
  const parts = Array.from({ length: Math.ceil(file.size / PART_BYTES) }, (_, index) => ({
    number: index + 1,
    chunk_start: index * PART_BYTES,
    chunk_end: Math.min(file.size, (index + 1) * PART_BYTES),
  }));
  const { name, size, type } = file;
  const body = { organization_id: organizationId, service, name, size, mime_type: type || ANY_TYPE, upload: { parts } };
  const created = await answer(api.POST('/v1/files/', { body }));
  const sent = [];
  for (const { url, chunk_start, chunk_end } of created.upload.parts) {
    onProgress?.(chunk_start / size);
    sent.push(await sendPart(url, file.slice(chunk_start, chunk_end)));
  }
  const { id, upload } = created;
  const stored = await answer(
    api.POST('/v1/files/{id}/uploaded', { params: { path: { id } }, body: { id: upload.id, path: upload.path, parts: sent } }),
  );
  onProgress?.(1);
  return stored;
}

interface SentPart {
  readonly number: number;
  readonly checksum_etag: string;
  readonly checksum_sha256_base64: string;
}

/** The address is signed and needs no session. It is asked for at the origin of the page, whatever the service is called elsewhere. */
async function sendPart(url: string, part: Blob): Promise<SentPart> {
  const { pathname, search } = new URL(url);
  const response = await fetch(`${pathname}${search}`, { method: 'PUT', body: part }).catch(() => {
    throw ApiProblem.unreachable();
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw ApiProblem.from(response, body);
  return body as SentPart;
}
