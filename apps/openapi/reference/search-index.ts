import { API_VERSIONS } from '#support/api-versions';
import { areaTitle } from './areas.ts';
import { anchorOf } from './html.ts';
import { firstSentence, type Page } from './page.ts';

/** What the search knows of a page, or of a part of one: its address below `/docs/`, what is shown, and all other words. */
type Entry = readonly [address: string, title: string, request: string, area: string, summary: string, words: string];

const SETTINGS = 'guides/configuration';
const HEADERS = 'headers';

/** All pages but those of later versions, to which their first version leads; and each header and each setting. */
export function searchIndex(pages: readonly Page[]): readonly Entry[] {
  const current = pages.filter(({ name }) => !API_VERSIONS.some((version) => name.endsWith(`.${version}`)));
  return current.flatMap((page) => [entryOf(page), ...partsOf(page)]);
}

const entryOf = ({ name, title, summary, area, aside, markdown }: Page): Entry => [
  name,
  title,
  aside ? `${aside.operation.method} ${aside.operation.path}` : '',
  area === null ? '' : areaTitle(area),
  firstSentence(summary),
  wordsOf(aside ? markdown.replaceAll(FENCED, '') : markdown),
];

function partsOf({ name, title, markdown }: Page): readonly Entry[] {
  if (name === HEADERS)
    return [...markdown.matchAll(/^### `(.+)`\n\n(.+)$/gm)].map(([, header, text]) => [
      `${name}#${anchorOf(header!)}`,
      header!,
      '',
      'Header',
      firstSentence(text!),
      wordsOf(text!),
    ]);
  if (name !== SETTINGS) return [];
  return markdown.split(/^## /m).flatMap((section) => {
    const address = `${name}#${anchorOf(section.slice(0, section.indexOf('\n')))}`;
    return [...section.matchAll(/^\| `([A-Z][A-Z0-9_]+)`.*$/gm)].map(([row, setting]): Entry => [
      address,
      setting!,
      '',
      title,
      '',
      wordsOf(row),
    ]);
  });
}

const FENCED = /^ *(`{3,})[^]*?^ *\1/gm;

/** Each word once, with names such as `License-Code` and `limit_usage` whole. */
const wordsOf = (text: string): string =>
  [
    ...new Set(
      text
        .replaceAll(/\]\([^)]*\)/g, ']')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*/gu),
    ),
  ].join(' ');
