import { join } from 'node:path';
import type { Connection } from '../connection/call-service.ts';
import type { Progress, Result } from '../define-command.ts';
import { type GithubRelease, readGithubReleases } from './github-releases.ts';
import { type LocalArtifact, readArtifacts } from './read-folder.ts';
import { addArtifacts, createRelease, findRelease, publishRelease, type StoredRelease } from './upload-release.ts';

interface Terms {
  readonly product: string;
  /** The channel of pre-releases. */
  readonly prereleases: string;
  readonly language: string;
}

interface Import {
  readonly connect: () => Promise<Connection>;
  readonly progress: Progress;
  readonly dryRun: boolean;
}

/** What becomes of a release: nothing without files, and nothing if it is there. */
type Outcome = 'imported' | 'continued' | 'present' | 'without files';

interface Step {
  readonly release: GithubRelease;
  readonly found: StoredRelease | undefined;
  readonly outcome: Outcome;
}

/**
 * Imports releases of GitHub. A release that is published here is left as it is, and a draft is continued, so that an import that was
 * interrupted is run again. Everything is read before anything is changed.
 */
export async function importReleases(folder: string, terms: Terms, { connect, progress, dryRun }: Import): Promise<Result> {
  const releases = await readGithubReleases(folder);
  const connection = await connect();
  const counts: Record<Outcome, number> = { imported: 0, continued: 0, present: 0, 'without files': 0 };
  for (const release of releases) {
    const step = await stepOf(connection, release, terms);
    counts[step.outcome] += 1;
    progress.warn(lineOf(step, terms));
    if (!dryRun && (step.outcome === 'imported' || step.outcome === 'continued'))
      await take(connection, step, { terms, progress, files: await readArtifacts(join(folder, release.tag), release.assets) });
  }
  return resultOf(counts, dryRun);
}

async function stepOf(connection: Connection, release: GithubRelease, terms: Terms): Promise<Step> {
  if (release.artifacts === 0) return { release, found: undefined, outcome: 'without files' };
  const found = await findRelease(connection, { product_id: terms.product, version: release.version });
  if (!found) return { release, found, outcome: 'imported' };
  return { release, found, outcome: found.status === 'draft' ? 'continued' : 'present' };
}

const channelOf = ({ isPrerelease }: GithubRelease, { prereleases }: Terms): string => (isPrerelease ? prereleases : 'stable');

/** Publishes what GitHub has published, as of then: update periods of license keys are compared with it. */
async function take(
  connection: Connection,
  { release, found }: Step,
  { terms, progress, files }: { readonly terms: Terms; readonly progress: Progress; readonly files: readonly LocalArtifact[] },
): Promise<void> {
  const { version, scheme, notes, publishedAt } = release;
  const { product, language } = terms;
  const draft =
    found ??
    (await createRelease(connection, {
      product_id: product,
      version,
      version_scheme: scheme,
      channel: channelOf(release, terms),
      ...(notes === '' ? {} : { notes: { [language]: notes } }),
    }));
  await addArtifacts(connection, draft, { files, progress });
  if (publishedAt !== null) await publishRelease(connection, draft, publishedAt);
}

const SAID: Readonly<Record<Outcome, string>> = {
  imported: 'is imported',
  continued: 'is continued',
  present: 'is there already',
  'without files': 'has no file, and is left out',
};

const lineOf = ({ release, outcome }: Step, terms: Terms): string => {
  const { tag, version, publishedAt, assets } = release;
  const status = publishedAt === null ? 'draft' : `published ${publishedAt}`;
  const files = assets.length === 1 ? '1 file' : `${assets.length} files`;
  return `${tag}: ${version}, ${channelOf(release, terms)}, ${status}, ${files}, ${SAID[outcome]}`;
};

function resultOf(counts: Readonly<Record<Outcome, number>>, dryRun: boolean): Result {
  const { imported, continued, present, 'without files': empty } = counts;
  const done = dryRun ? 'would be imported' : 'imported';
  return {
    text: `Releases: ${imported} ${done}, ${continued} continued, ${present} there already, ${empty} without files.`,
    data: { imported, continued, present, without_files: empty, dry_run: dryRun },
  };
}
