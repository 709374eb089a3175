import { IsUUID } from 'class-validator';
import { readFile } from 'node:fs/promises';
import { CliError } from '../../process/index.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { connectWith, ProfileOption } from '../connection/token-option.ts';
import { type Define, defineCommand, type Progress } from '../define-command.ts';
import { ServiceUrlOption } from '../option-types.ts';
import { CliArgument, CliFlag, CliOption } from '../options.ts';
import { importReleases } from '../releases/import-releases.ts';
import { readFolder } from '../releases/read-folder.ts';
import { addArtifacts, createRelease, findRelease, type NewRelease, publishRelease } from '../releases/upload-release.ts';

const CHANNELS = ['stable', 'beta', 'alpha', 'dev'];
const SCHEMES = ['semver', 'numbers'];

const ProductOption = (): PropertyDecorator => (target, key) => {
  CliOption('<id>', 'Id of the product')(target, key);
  IsUUID('all', { message: '--product must be the id of a product, not $value.' })(target, key);
};

class PublishOptions {
  @CliArgument('<folder>', 'Folder with the files of the release')
  readonly folder!: string;

  @ProductOption()
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

/**
 * Uploads the files of a folder and publishes them at once. What was begun and did not end is continued: a draft of the version, and files
 * that it has already.
 */
async function publish(options: PublishOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const files = await readFolder(options.folder);
  const connection = await connectWith(options, env, progress);
  const found = await findRelease(connection, { product_id: options.product, version: options.version });
  if (found && found.status !== 'draft')
    throw new CliError(`The product has a release ${found.version}, which is ${found.status}.`);
  const release = found ?? (await createRelease(connection, await newRelease(options)));
  await addArtifacts(connection, release, { files, progress });
  if (!options.draft) await publishRelease(connection, release);
  const outcome = options.draft ? 'is a draft' : 'is published';
  progress.report({
    text: `${release.version} ${outcome} with ${files.length} ${files.length === 1 ? 'file' : 'files'} (${release.id}).`,
    data: { id: release.id, version: release.version, status: options.draft ? 'draft' : 'published', artifacts: files.length },
  });
}

async function newRelease({ product, version, channel, scheme, notes, language = 'en' }: PublishOptions): Promise<NewRelease> {
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

class ImportOptions {
  @CliArgument('<folder>', 'Folder with releases.json, and a folder for each tag with its files')
  readonly folder!: string;

  @ProductOption()
  readonly product!: string;

  @CliOption('<channel>', 'Channel of pre-releases; beta by default', { optional: true, choices: CHANNELS })
  readonly prereleases?: string;

  @CliOption('<language>', 'Language of the notes; en by default', { optional: true })
  readonly language?: string;

  @CliFlag('Check everything and say what would be imported, and change nothing')
  readonly dryRun?: true;

  @ServiceUrlOption()
  readonly url?: string;

  @ProfileOption()
  readonly profile?: string;
}

/** Imports the releases of GitHub from files, the oldest first. What is there already is left as it is. */
async function importFolder(options: ImportOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const { folder, product, prereleases = 'beta', language = 'en', dryRun = false } = options;
  const terms = { product, prereleases, language };
  progress.report(await importReleases(folder, terms, { connect: () => connectWith(options, env, progress), progress, dryRun }));
}

export const defineReleases: Define = (group, terminal) => {
  defineCommand(group.command('publish').description('Upload the files of a folder, and publish them as a release'), terminal, {
    options: PublishOptions,
    run: publish,
  });
  defineCommand(group.command('import').description('Import releases of GitHub, from files that gh downloaded'), terminal, {
    options: ImportOptions,
    run: importFolder,
  });
};
