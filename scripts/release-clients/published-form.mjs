import { posix } from 'node:path';

/** A link of Markdown to a file, with its path. */
const LINK = /\]\((?!\w+:|#)([^)#\s]+)/g;

/** The README of a client as a registry shows it: links to files of the repository lead there. `folder` is the one of the client. */
export const publishedReadme = (text, { repository, folder }) =>
  text.replace(LINK, (_link, path) => `](${repository}/blob/main/${posix.join(folder, path)}`);

/** Under the name of the release. The manifest has the license of the release as well. */
export function publishedPackageJson(text, { names, repository, folder }) {
  const { devDependencies: _tools, scripts: _scripts, ...manifest } = JSON.parse(text);
  const published = {
    ...manifest,
    name: names.npm,
    license: 'SEE LICENSE IN LICENSE',
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    files: [...manifest.files, 'CHANGELOG.md'],
  };
  return `${JSON.stringify(published, null, 2)}\n`;
}

export function publishedPyproject(text, { names, license, repository }) {
  const about = `license = "${license.spdx}"\nlicense-files = ["LICENSE"]\nurls = { Repository = "${repository}", Changelog = "${repository}/blob/main/CHANGELOG.md" }`;
  return [
    [/^name = "latchkey"$/m, `name = "${names.pypi}"`],
    [/^license = .*$/m, about],
    [/^include = \["src", "README.md"\]$/m, 'include = ["src", "README.md", "LICENSE", "CHANGELOG.md"]'],
  ].reduce((published, [find, replace]) => replacedOnce(published, find, replace), text);
}

export const publishedGoMod = (text, { names }) => replacedOnce(text, /^module \S+$/m, `module ${names.go}`);

/** Throws if there is nothing to replace. */
function replacedOnce(text, find, replace) {
  if (text.search(find) === -1) throw new Error(`There is no ${find}.`);
  return text.replace(find, () => replace);
}
