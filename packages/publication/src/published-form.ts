import { posix } from 'node:path';

/** What is the same for all packages, and the name of each in its registry (settings.json). */
export interface Settings {
  readonly repository: string;
  /** An SPDX license expression. The text is in the file LICENSE beside the settings. */
  readonly license: string;
  readonly names: Readonly<Record<'npm' | 'pypi' | 'go' | 'crates' | 'maven' | 'packagist', string>>;
}

/** A link of Markdown to a file. */
const LINK = /\]\((?!\w+:|#)([^)#\s]+)/g;

/** The README of a client as a registry shows it: links to files of the repository lead there. `folder` is that of the client. */
export const publishedReadme = (text: string, { repository }: Settings, folder: string): string =>
  text.replace(LINK, (_link, path: string) => `](${repository}/blob/main/${posix.join(folder, path)}`);

export function publishedPackageJson(text: string, { names, repository }: Settings, folder: string): string {
  const { devDependencies: _tools, scripts: _scripts, ...manifest } = JSON.parse(text) as { readonly [member: string]: unknown };
  const published = {
    ...manifest,
    name: names.npm,
    license: 'SEE LICENSE IN LICENSE',
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    files: [...(manifest['files'] as string[]), 'CHANGELOG.md'],
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}

export function publishedPyproject(text: string, { names, license, repository }: Settings): string {
  const urls = `urls = { Repository = "${repository}", Changelog = "${repository}/blob/main/CHANGELOG.md" }`;
  return replacing(text, [
    [/^name = "latchkey"$/m, `name = "${names.pypi}"`],
    [/^license = .*$/m, `license = "${license}"\nlicense-files = ["LICENSE"]\n${urls}`],
    [/^include = \["src", "README.md"\]$/m, 'include = ["src", "README.md", "LICENSE", "CHANGELOG.md"]'],
  ]);
}

export const publishedGoMod = (text: string, { names }: Settings): string =>
  replacing(text, [[/^module \S+$/m, `module ${names.go}`]]);

/** The library keeps its name for those who use it. */
export const publishedCargoToml = (text: string, { names, repository }: Settings): string =>
  replacing(text, [
    [/^name = "latchkey"$/m, `name = "${names.crates}"\nlicense-file = "LICENSE"\nrepository = "${repository}"`],
    [/^readme = .*$/m, 'readme = "README.md"\n\n[lib]\nname = "latchkey"'],
  ]);

/** What Maven Central requires of a POM, with the coordinates `<group>:<artifact>`. */
export function publishedPom(text: string, { names, license, repository }: Settings): string {
  const [group, artifact] = names.maven.split(':');
  const about = [
    `<url>${repository}</url>`,
    `<licenses><license><name>${license}</name><url>${repository}/blob/main/packages/publication/LICENSE</url></license></licenses>`,
    `<developers><developer><url>${repository}</url></developer></developers>`,
    `<scm><connection>scm:git:${repository}.git</connection><url>${repository}</url></scm>`,
  ];
  return replacing(text, [
    [/<groupId>dev\.latchkey<\/groupId>/, `<groupId>${group}</groupId>`],
    [/<artifactId>latchkey-client<\/artifactId>/, `<artifactId>${artifact}</artifactId>`],
    [/(?<=<\/description>\n)/, `  ${about.join('\n  ')}\n`],
  ]);
}

/** `proprietary` is what Composer calls a license that is no SPDX expression. */
export function publishedComposerJson(text: string, { names, license, repository }: Settings, version: string): string {
  const { type, require, ...manifest } = JSON.parse(text) as { readonly [member: string]: unknown };
  const about = {
    version,
    type,
    license: license.startsWith('LicenseRef-') ? 'proprietary' : license,
    homepage: repository,
    support: { source: repository },
    require,
  };
  return `${JSON.stringify({ ...manifest, name: names.packagist, ...about }, null, 2)}\n`;
}

/** Replaces each form by a text. Throws if there is none of a form. */
function replacing(text: string, replacements: readonly (readonly [form: RegExp, by: string])[]): string {
  return replacements.reduce((replaced, [form, by]) => {
    if (!form.test(replaced)) throw new Error(`There is no ${String(form)}.`);
    return replaced.replace(form, () => by);
  }, text);
}
