import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { APPLICATION_VERSION, SEMANTIC_VERSION, versionOrder } from '#support/versions';
import { artifactsByName } from '#support/artifacts';
import { CliError } from '../../process/index.ts';
import { reasonOf } from '../connection/service-errors.ts';

/** The manifest of an import: what `gh release view --json` prints of each release, as a JSON array. */
export const MANIFEST = 'releases.json';

const MOST_BYTES = 64 * 1024 * 1024;
const [MOST_RELEASES, MOST_ASSETS, MOST_NOTES] = [10_000, 100, 20_000];
/** An import that is wrong everywhere says so at its first places. */
const MOST_SAID = 20;

export interface GithubRelease {
  /** The folder of its files, relative to the manifest. */
  readonly tag: string;
  readonly version: string;
  readonly scheme: 'semver' | 'numbers';
  readonly notes: string;
  /** Null for a draft. */
  readonly publishedAt: string | null;
  readonly isPrerelease: boolean;
  /** The names of its files. */
  readonly assets: readonly string[];
  /** How many of them become artifacts. */
  readonly artifacts: number;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a tag says after `v`, or after the name of a package: 3.2.1 in `v3.2.1`, `acme@3.2.1` and `acme-v3.2.1`. */
const versionIn = (tag: string): string | undefined =>
  (/^v?(\d.*)$/i.exec(tag) ?? /^@?[A-Za-z][\w./]*(?:-[A-Za-z][\w./]*)*[/@_-]v?(\d.*)$/i.exec(tag))?.[1];

/** Collects what is wrong with the manifest and the files, each with its place. */
class Faults {
  readonly said: string[] = [];

  add(place: string, fault: string): void {
    this.said.push(`${place} ${fault}`);
  }

  throwIfAny(): void {
    if (this.said.length === 0) return;
    const more = this.said.length - MOST_SAID;
    throw new CliError([...this.said.slice(0, MOST_SAID), ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n'));
  }
}

/** The releases of a folder, the oldest first. Throws for everything that is wrong in it, by file and field. */
export async function readGithubReleases(folder: string): Promise<readonly GithubRelease[]> {
  const path = join(folder, MANIFEST);
  const listed = parse(path, await readManifest(path));
  const faults = new Faults();
  const releases = new Map<string, GithubRelease>();
  for (const [index, each] of listed.entries()) {
    const release = await readRelease(folder, { place: `${path}: [${index}]`, fields: each, faults });
    if (!release) continue;
    const order = versionOrder(release.version);
    const equal = releases.get(order);
    if (equal) faults.add(`${path}: [${index}].tagName`, `is the version of ${equal.tag}, too.`);
    releases.set(order, release);
  }
  faults.throwIfAny();
  return [...releases.values()].toSorted((one, other) => ageOf(one) - ageOf(other));
}

/** Drafts are the newest. */
const ageOf = ({ publishedAt }: GithubRelease): number =>
  publishedAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(publishedAt);

async function readManifest(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MOST_BYTES) throw new CliError(`${path} has more than ${MOST_BYTES} bytes.`);
    return await readFile(path, 'utf8');
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(`${path} cannot be read (${reasonOf(error)}).`);
  }
}

function parse(path: string, text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CliError(`${path} is not JSON.`);
  }
  if (!Array.isArray(value)) throw new CliError(`${path} is not an array of releases.`);
  if (value.length > MOST_RELEASES) throw new CliError(`${path} has more than ${MOST_RELEASES} releases.`);
  return value;
}

interface Given {
  readonly place: string;
  readonly fields: unknown;
  readonly faults: Faults;
}

async function readRelease(folder: string, { place, fields, faults }: Given): Promise<GithubRelease | undefined> {
  if (!isObject(fields)) return void faults.add(place, 'is not an object.');
  const { tagName: tag, body = '', publishedAt, isPrerelease, isDraft, assets } = fields;
  const before = faults.said.length;
  const version = typeof tag === 'string' ? versionIn(tag) : undefined;
  if (typeof tag !== 'string' || tag.split(/[/\\]/).includes('..') || tag.includes('\0'))
    faults.add(`${place}.tagName`, 'is not the name of a tag.');
  else if (version === undefined || !APPLICATION_VERSION.test(version))
    faults.add(`${place}.tagName`, `has no version: ${tag}. Remove the release from the file to leave it out.`);
  if (typeof body !== 'string') faults.add(`${place}.body`, 'is not a text.');
  else if (body.length > MOST_NOTES) faults.add(`${place}.body`, `has more than ${MOST_NOTES} characters.`);
  if (typeof isPrerelease !== 'boolean') faults.add(`${place}.isPrerelease`, 'is neither true nor false.');
  if (typeof isDraft !== 'boolean') faults.add(`${place}.isDraft`, 'is neither true nor false.');
  const isTime =
    typeof publishedAt === 'string' && /^\d{4}-\d\d-\d\dT/.test(publishedAt) && !Number.isNaN(Date.parse(publishedAt));
  if (isDraft !== true && !isTime) faults.add(`${place}.publishedAt`, 'is not a time.');
  if (!Array.isArray(assets)) faults.add(`${place}.assets`, 'is not a list.');
  else if (assets.length > MOST_ASSETS) faults.add(`${place}.assets`, `has more than ${MOST_ASSETS} files.`);
  if (faults.said.length > before) return undefined;
  const files: string[] = [];
  for (const [index, asset] of (assets as unknown[]).entries()) {
    const at = `${place}.assets[${index}]`;
    const file = await readAsset(join(folder, tag as string), { place: at, fields: asset, faults });
    if (file !== undefined && files.includes(file)) faults.add(`${at}.name`, `is there twice: ${file}.`);
    else if (file !== undefined) files.push(file);
  }
  const { artifacts, undescribed } = artifactsByName(files);
  for (const name of artifacts.length > 0 ? undescribed : [])
    faults.add(join(folder, tag as string, name), 'describes a file, but its name does not begin with that of one.');
  return {
    tag: tag as string,
    version: version!,
    scheme: SEMANTIC_VERSION.test(version!) ? 'semver' : 'numbers',
    notes: (body as string).trim(),
    publishedAt: isDraft ? null : (publishedAt as string),
    isPrerelease: isPrerelease as boolean,
    assets: files,
    artifacts: artifacts.length,
  };
}

/** The name of a file. Checks that it is there, and as large as the manifest says: a download may have been interrupted. */
async function readAsset(folder: string, { place, fields, faults }: Given): Promise<string | undefined> {
  if (!isObject(fields)) return void faults.add(place, 'is not an object.');
  const { name, size } = fields;
  if (typeof name !== 'string' || name === '' || /[/\\\0]/.test(name) || name === '..')
    return void faults.add(`${place}.name`, 'is not the name of a file.');
  const path = join(folder, name);
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return void faults.add(path, `is missing, which ${place} names.`);
  if (size !== undefined && size !== found.size)
    return void faults.add(path, `has ${found.size} bytes, and not those of ${place}.size. Download it again.`);
  if (found.size === 0) return void faults.add(path, 'is empty.');
  return name;
}
