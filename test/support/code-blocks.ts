import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A block of code on a page. Its first line is the language, and the file to which it is to be saved, if there is one. */
export interface CodeBlock {
  readonly language: string;
  readonly file: string | undefined;
  readonly code: string;
}

const textOf = (page: string): string => readFileSync(resolve(import.meta.dirname, '../..', page), 'utf8');

/** The blocks of a section; without a heading, those before the first section. */
export function blocksOf(page: string, heading = ''): CodeBlock[] {
  const text = textOf(page);
  const start = heading === '' ? 0 : text.indexOf(`\n## ${heading}\n`);
  if (start < 0) throw new Error(`${page} has no section “${heading}”.`);
  const [section] = text.slice(start + (heading === '' ? 0 : heading.length + '\n## \n'.length)).split(/^## /m);
  return [...section!.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language, file, code]) => ({
    language: language!,
    file,
    code: code!,
  }));
}

/** The headings of the sections of a page. */
export const sectionsOf = (page: string): string[] => [...textOf(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);
