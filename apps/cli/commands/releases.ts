import { IsUUID } from 'class-validator';
import { readFile } from 'node:fs/promises';
import { CliError } from '../../process/index.ts';
import { callService, type Connection, jsonOf } from '../connection/call-service.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { connectWith, ProfileOption } from '../connection/token-option.ts';
import { type Define, defineCommand, type Progress } from '../define-command.ts';
import { ServiceUrlOption } from '../option-types.ts';
import { CliArgument, CliFlag, CliOption } from '../options.ts';
import { type LocalArtifact, readFolder } from '../releases/read-folder.ts';
import { digestsOf, uploadFile } from '../releases/upload-file.ts';

const CHANNELS = ['stable', 'beta', 'alpha', 'dev'];
const SCHEMES = ['semver', 'numbers'];

class PublishOptions {
  @CliArgument('<folder>', 'Folder with the files of the release')
  readonly folder!: string;

  @CliOption('<id>', 'Id of the product')
  @IsUUID('all', { message: '--product must be the id of a product, not $value.' })
  readonly product!: string;

  @CliOption('<version>', 'Version of the release, such as 3.2.1')
  readonly version!: string;

  @CliOption('<channel>', 'Channel of the release; stable by default', { optional: true, choices: CHANNELS })
  readonly channel?: string;

  @CliOption('<scheme>', 'How versions are written; semver by default', { optional: true, choices: SCHEMES })
  readonly scheme?: string;

  @CliOption('<file>', 'Markdown with what is new', { optional: true })
  readonly notes?: string;

  @CliOption('<language>', 'Language of the notes; en by default', { optional: true })
  readonly language?: string;

  @CliFlag('Upload the files, and leave the release a draft')
  readonly draft?: true;

  @ServiceUrlOption()
  readonly url?: string;

  @ProfileOption()
  readonly profile?: string;
}

interface Release {
  readonly id: string;
  readonly version: string;
  readonly status: string;
}

interface Artifact {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
}

/**
 * Uploads the files of a folder and publishes them at once. What was begun and did not end is continued: a draft of the version, and files
 * that it has already.
 */
async function publish(options: PublishOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const files = await readFolder(options.folder);
  const connection = await connectWith(options, env, progress);
  const send = async (method: string, path: string, body?: object): Promise<unknown> =>
    jsonOf(connection.service, await callService(connection, { method, path, body }));
  const release = (await draftOf(options, send)) ?? ((await send('POST', '/v1/releases/', await newRelease(options))) as Release);
  const listed = (await send('GET', `/v1/artifacts/?release_id=${release.id}&limit=100`)) as {
    readonly items: readonly Artifact[];
  };
  const known = new Map(listed.items.map((each) => [each.name, each]));
  for (const file of files) {
    const artifact = await addArtifact(connection, { release, file, known });
    known.set(file.name, artifact);
    progress.warn(`${file.name}: ${file.kind}, ${file.platform}, ${file.architecture}`);
  }
  if (!options.draft) await send('POST', `/v1/releases/${release.id}/publish`);
  const outcome = options.draft ? 'is a draft' : 'is published';
  progress.report({
    text: `${release.version} ${outcome} with ${files.length} files (${release.id}).`,
    data: { id: release.id, version: release.version, status: options.draft ? 'draft' : 'published', artifacts: files.length },
  });
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

async function draftOf({ product, version }: PublishOptions, send: Send): Promise<Release | undefined> {
  const query = new URLSearchParams({ product_id: product, version });
  const { items } = (await send('GET', `/v1/releases/?${query}`)) as { readonly items: readonly Release[] };
  const [found] = items;
  if (found && found.status !== 'draft')
    throw new CliError(`The product has a release ${found.version}, which is ${found.status}.`);
  return found;
}

async function newRelease({ product, version, channel, scheme, notes, language = 'en' }: PublishOptions): Promise<object> {
  const text =
    notes &&
    (await readFile(notes, 'utf8').catch((error: unknown) => {
      throw new CliError(`${notes} cannot be read (${reasonOf(error)}).`);
    }));
  return {
    product_id: product,
    version,
    ...(channel === undefined ? {} : { channel }),
    ...(scheme === undefined ? {} : { version_scheme: scheme }),
    ...(text ? { notes: { [language]: text } } : {}),
  };
}

interface Addition {
  readonly release: Release;
  readonly file: LocalArtifact;
  readonly known: ReadonlyMap<string, Artifact>;
}

async function addArtifact(connection: Connection, { release, file, known }: Addition): Promise<Artifact> {
  const digests = await digestsOf(file.path);
  const found = known.get(file.name);
  if (found?.sha256 === digests.sha256) return found;
  if (found) throw new CliError(`The draft has another file ${file.name}: delete the draft (${release.id}), or that artifact.`);
  const body = {
    release_id: release.id,
    file_id: await uploadFile(connection, file, digests),
    platform: file.platform,
    architecture: file.architecture,
    kind: file.kind,
    ...digests,
    ...(file.describes === undefined ? {} : { describes: known.get(file.describes)!.id }),
    ...(file.signature === undefined ? {} : { signature: file.signature }),
    ...(file.manifest === undefined ? {} : { manifest: file.manifest }),
  };
  return (await jsonOf(
    connection.service,
    await callService(connection, { method: 'POST', path: '/v1/artifacts/', body }),
  )) as Artifact;
}

export const defineReleases: Define = (group, terminal) =>
  defineCommand(group.command('publish').description('Upload the files of a folder, and publish them as a release'), terminal, {
    options: PublishOptions,
    run: publish,
  });
