import type { OfferedArtifact, OfferedRelease } from '../offer-bodies.ts';
import { fileUrl } from '../offer-bodies.ts';
import { textIn } from './manifest.ts';
import { escaped } from './markup.ts';
import type { Packages } from './npm.ts';

export const JSON_TYPE = 'application/vnd.pypi.simple.v1+json';
export const HTML_TYPE = 'text/html; charset=utf-8';

interface File {
  readonly release: OfferedRelease;
  readonly artifact: OfferedArtifact;
  readonly project: string;
}

/** The name of a project as PEP 503 compares it. */
export const normalized = (name: string): string => name.replace(/[-_.]+/g, '-').toLowerCase();

/** `acme_tools-3.2.1-py3-none-any.whl` and `acme-tools-3.2.1.tar.gz` are of the project `acme-tools`. */
const projectOf = (fileName: string): string =>
  normalized(fileName.endsWith('.whl') ? fileName.split('-')[0]! : fileName.replace(/-[^-]*$/, ''));

const filesIn = (packages: Packages): File[] =>
  packages.flatMap(({ release, artifacts }) =>
    artifacts.map((artifact) => ({ release, artifact, project: projectOf(artifact.name) })),
  );

/** Whether the client prefers the JSON of PEP 691. */
export const wantsJson = (accept: string | undefined): boolean => accept?.includes(JSON_TYPE) ?? false;

/** The names of the projects. */
export function projectList(packages: Packages, asJson: boolean): string {
  const projects = [...new Set(filesIn(packages).map(({ project }) => project))].toSorted();
  if (asJson) return JSON.stringify({ meta: { 'api-version': '1.1' }, projects: projects.map((name) => ({ name })) });
  return page(
    'Projects',
    projects.map((name) => `<a href="${escaped(name)}/">${escaped(name)}</a>`),
  );
}

/** The files of a project; null if there are none. Yanked ones are marked: pip installs them only for who has pinned the version. */
export function projectFiles(packages: Packages, name: string, baseUrl: string, asJson: boolean): string | null {
  const project = normalized(name);
  const files = filesIn(packages).filter((file) => file.project === project);
  if (files.length === 0) return null;
  if (!asJson)
    return page(
      project,
      files.map((file) => linkTo(file, baseUrl)),
    );
  return JSON.stringify({
    meta: { 'api-version': '1.1' },
    name: project,
    versions: [...new Set(files.map(({ release }) => release.version))],
    files: files.map(({ release, artifact }) => ({
      filename: artifact.name,
      url: fileUrl({ baseUrl }, release, artifact.name),
      hashes: { sha256: artifact.sha256 },
      size: artifact.size,
      'upload-time': release.publishedAt.toISOString(),
      'requires-python': textIn(artifact, 'requires_python'),
      yanked: release.status === 'yanked' && (release.yankReason ?? true),
    })),
  });
}

function linkTo({ release, artifact }: File, baseUrl: string): string {
  const requires = textIn(artifact, 'requires_python');
  const attributes = [
    `href="${escaped(fileUrl({ baseUrl }, release, artifact.name))}#sha256=${artifact.sha256}"`,
    ...(requires === undefined ? [] : [`data-requires-python="${escaped(requires)}"`]),
    ...(release.status === 'yanked' ? [`data-yanked="${escaped(release.yankReason ?? '')}"`] : []),
  ];
  return `<a ${attributes.join(' ')}>${escaped(artifact.name)}</a>`;
}

const page = (title: string, links: readonly string[]): string =>
  `<!DOCTYPE html><html><head><meta name="pypi:repository-version" content="1.1"><title>${escaped(title)}</title></head><body>\n` +
  `${links.map((link) => `${link}<br>`).join('\n')}\n</body></html>\n`;
