import type { ApiVersion } from '#support/api-versions';
import type { Operation } from './operations.ts';
import type { Sample } from './samples/samples.ts';

/** A page of the reference, as Markdown: the same text is served to machines, and rendered for people. */
export interface Page {
  /** Its address below `/docs/`. */
  readonly name: string;
  readonly title: string;
  /** One sentence, for indexes. */
  readonly summary: string;
  /** The area of the sidebar that is open. */
  readonly area: string | null;
  readonly markdown: string;
  /** Its lists are of fields: they have links, and those within others are folded. */
  readonly hasFields?: boolean;
  /** What the page has for people to read beside the text, or to fill in: of an operation. */
  readonly aside?: { readonly operation: Operation; readonly samples: readonly Sample[]; readonly version: ApiVersion };
}

export const linkTo = (name: string): string => (name === '' ? '/docs' : `/docs/${name}`);

const LINK = /\[([^\]]+)\]\([^)]*\)/g;

/** The first sentence of a text, in one line and without links. If it introduces a list, it ends before that. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text.trim().split(/\n\n|\n(?=[-*] )/);
  const line = paragraph.replaceAll(LINK, '$1').replaceAll(/\s+/g, ' ').trim();
  const [sentence = line] = /^.*?[.?!](?=\s+[^a-z]|$)/.exec(line) ?? [];
  return sentence.replace(/:$/, '.');
}
