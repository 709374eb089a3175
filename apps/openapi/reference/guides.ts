import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { firstSentence, type Page } from './page.ts';

const FOLDER = 'docs';
/** For whoever changes the service. */
const INTERNAL = /^(README|architecture|performance|history-checker|migrations|decisions\/.*)\.md$/;
export const GUIDES = 'guides';
export const FIRST_MINUTES = `${GUIDES}/first-five-minutes`;

/** The documents of the repository for those who use and operate the service, as pages below `guides/`. */
export function guidePages(): readonly Page[] {
  const documents = globSync('**/*.md', { cwd: FOLDER })
    .filter((file) => !INTERNAL.test(file))
    .sort()
    .map((file) => guidePage(posix.join(GUIDES, file.replace(/\.md$/, '')), readFileSync(posix.join(FOLDER, file), 'utf8')));
  return [guidePage(FIRST_MINUTES, firstMinutesIn(readFileSync('README.md', 'utf8'))), ...documents];
}

function guidePage(name: string, markdown: string): Page {
  const [, title = name] = /^# (.+)$/m.exec(markdown) ?? [];
  const lead = /^# .+\n+((?![#|<\s-]|```)[^]*?)\n\n/m.exec(markdown)?.[1] ?? title;
  return { name, title: title.replaceAll('`', ''), summary: firstSentence(lead), area: null, markdown };
}

/** How to install and try the service, from where the README begins with it to what comes next. Other guides begin in its terminal. */
function firstMinutesIn(readme: string): string {
  const heading = 'The first five minutes';
  const [, text] = /^(```sh\nnpm ci[^]*?)^## What next$/m.exec(readme)!;
  const lead = 'The service is installed and started, and one purchase is made from the product to the valid license key.';
  return `# ${heading}\n\n${lead}\n\n${text!.replace(`## ${heading}\n\n`, '')}`;
}
