import { CliError } from '../../process/index.ts';
import { callService, type Connection, jsonOf } from '../connection/call-service.ts';
import type { Progress } from '../define-command.ts';
import type { LocalArtifact } from './read-folder.ts';
import { digestsOf, uploadFile } from './upload-file.ts';

export interface StoredRelease {
  readonly id: string;
  readonly version: string;
  readonly status: 'draft' | 'published' | 'yanked';
}

/** A release to create. */
export interface NewRelease {
  readonly product_id: string;
  readonly version: string;
  readonly version_scheme?: string;
  readonly channel?: string;
  readonly notes?: { readonly [language: string]: string };
}

interface Artifact {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
}

const send = async (connection: Connection, method: string, path: string, body?: object): Promise<unknown> =>
  jsonOf(connection.service, await callService(connection, { method, path, body }));

/** The release of a product with this version, or with one that is equal to it. */
export async function findRelease(
  connection: Connection,
  { product_id, version }: Pick<NewRelease, 'product_id' | 'version'>,
): Promise<StoredRelease | undefined> {
  const query = new URLSearchParams({ product_id, version });
  const { items } = (await send(connection, 'GET', `/v1/releases/?${query}`)) as { readonly items: readonly StoredRelease[] };
  return items[0];
}

export const createRelease = async (connection: Connection, release: NewRelease): Promise<StoredRelease> =>
  (await send(connection, 'POST', '/v1/releases/', release)) as StoredRelease;

/** Offers a draft, as of `publishedAt` if it was published elsewhere before. */
export async function publishRelease(connection: Connection, { id }: StoredRelease, publishedAt?: string): Promise<void> {
  const body = publishedAt === undefined ? undefined : { published_at: publishedAt };
  await send(connection, 'POST', `/v1/releases/${id}/publish`, body);
}

/** Adds files to a draft, one after the other, without those that it has already. */
export async function addArtifacts(
  connection: Connection,
  release: StoredRelease,
  { files, progress }: { readonly files: readonly LocalArtifact[]; readonly progress: Progress },
): Promise<void> {
  const listed = (await send(connection, 'GET', `/v1/artifacts/?release_id=${release.id}&limit=100`)) as {
    readonly items: readonly Artifact[];
  };
  const known = new Map(listed.items.map((each) => [each.name, each]));
  for (const file of files) {
    known.set(file.name, await addArtifact(connection, { release, file, known }));
    progress.warn(`${file.name}: ${file.kind}, ${file.platform}, ${file.architecture}`);
  }
}

interface Addition {
  readonly release: StoredRelease;
  readonly file: LocalArtifact;
  readonly known: ReadonlyMap<string, Artifact>;
}

async function addArtifact(connection: Connection, { release, file, known }: Addition): Promise<Artifact> {
  const digests = await digestsOf(file.path);
  const found = known.get(file.name);
  if (found?.sha256 === digests.sha256) return found;
  if (found) throw new CliError(`The draft has another file ${file.name}: delete the draft (${release.id}), or that artifact.`);
  return (await send(connection, 'POST', '/v1/artifacts/', {
    release_id: release.id,
    file_id: await uploadFile(connection, file, digests),
    platform: file.platform,
    architecture: file.architecture,
    kind: file.kind,
    ...digests,
    ...(file.describes === undefined ? {} : { describes: known.get(file.describes)!.id }),
    ...(file.signature === undefined ? {} : { signature: file.signature }),
    ...(file.manifest === undefined ? {} : { manifest: file.manifest }),
  })) as Artifact;
}
