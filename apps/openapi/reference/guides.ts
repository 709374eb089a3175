import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { firstSentence, type Page } from './page.ts';

const FOLDER = 'docs';
/** For whoever changes the service. */
const INTERNAL = /^(README|architecture|performance|history-checker|migrations|decisions\/.*)\.md$/;
export const GUIDES = 'guides';

/** The documents of the repository for those who use and operate the service, as pages below `guides/`. */
export function guidePages(): readonly Page[] {
  return globSync('**/*.md', { cwd: FOLDER })
    .filter((file) => !INTERNAL.test(file))
    .sort()
    .map((file) => {
      const markdown = readFileSync(posix.join(FOLDER, file), 'utf8');
      const [, title = file] = /^# (.+)$/m.exec(markdown) ?? [];
      const lead = /^# .+\n+([^#|`<\s-][^]*?)\n\n/m.exec(markdown)?.[1] ?? title;
      return {
        name: posix.join(GUIDES, file.replace(/\.md$/, '')),
        title: title.replaceAll('`', ''),
        summary: firstSentence(lead.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')),
        area: null,
        markdown,
      };
    });
}
