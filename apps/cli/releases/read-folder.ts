import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactsByName, type NamedArtifact } from '#support/artifacts';
import { CliError } from '../../process/index.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { npmManifest } from './npm-manifest.ts';

/** A file of a folder, as an artifact. */
export interface LocalArtifact extends Omit<NamedArtifact, 'kind' | 'signature'> {
  readonly path: string;
  readonly size: number;
  readonly kind: NamedArtifact['kind'] | 'npm';
  readonly signature: string | undefined;
  readonly manifest: string | undefined;
}

/** The artifacts in a folder, those that others describe first. What they are follows from their names. */
export async function readFolder(folder: string): Promise<LocalArtifact[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new CliError(`${folder} cannot be read (${reasonOf(error)}).`);
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const artifacts = await readArtifacts(folder, names);
  if (artifacts.length === 0) throw new CliError(`${folder} has no file to publish.`);
  return artifacts;
}

/** The artifacts among the named files of a folder. */
export function readArtifacts(folder: string, names: readonly string[]): Promise<LocalArtifact[]> {
  const { artifacts, undescribed } = artifactsByName(names);
  const [unclear] = undescribed;
  if (unclear !== undefined && artifacts.length > 0)
    throw new CliError(`${unclear} describes a file, but its name does not begin with that of one.`);
  return Promise.all(artifacts.map((artifact) => readArtifact(folder, artifact)));
}

async function readArtifact(folder: string, { signature, ...named }: NamedArtifact): Promise<LocalArtifact> {
  const path = join(folder, named.name);
  const manifest = named.name.endsWith('.tgz') ? npmManifest(await readFile(path)) : undefined;
  return {
    ...named,
    path,
    size: (await stat(path)).size,
    kind: manifest === undefined ? named.kind : 'npm',
    signature: signature === undefined ? undefined : (await readFile(join(folder, signature), 'utf8')).trim(),
    manifest,
  };
}
