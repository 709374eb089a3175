import type { Call } from './call.ts';
import { seedFile } from './seed-file.ts';

/** What a file to download is announced with. */
export const INSTALLER = { service: 'downloadable', mime_type: 'application/zip', name: 'app.zip' };

interface Release {
  readonly product_id: string;
  readonly version: string;
}

/** A draft with one artifact of these bytes. */
export async function seedRelease(
  call: Call,
  release: Release & { readonly [field: string]: unknown },
  artifact: object = {},
  bytes?: Uint8Array,
  name = INSTALLER.name,
): Promise<{ readonly release_id: string; readonly artifact_id: string }> {
  const created = await call('POST', '/v1/releases/', release);
  if (created.status !== 201) throw new Error(created.text);
  const release_id: string = created.body.id;
  return { release_id, artifact_id: await seedArtifact(call, release_id, artifact, bytes, name) };
}

/** A file of these bytes, which a draft gets as an artifact. */
export async function seedArtifact(
  call: Call,
  release_id: string,
  artifact: object = {},
  bytes?: Uint8Array,
  name = INSTALLER.name,
): Promise<string> {
  const file = await seedFile(call, { ...INSTALLER, name }, bytes);
  const { status, body, text } = await call('POST', '/v1/artifacts/', { release_id, file_id: file.id, ...artifact });
  if (status !== 201) throw new Error(text);
  return body.id;
}
