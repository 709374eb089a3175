import MiniSearch from 'minisearch';

/** As the build has written it. */
type Entry = readonly [address: string, title: string, request: string, area: string, summary: string, words: string];

const SHOWN = ['address', 'title', 'request', 'area', 'summary'] as const;
interface Found extends Record<(typeof SHOWN)[number] | 'words', string> {
  readonly id: number;
}

const MOST = 12;
const LONG_ENOUGH_FOR_TYPOS = 5;

let index: Promise<MiniSearch<Found>> | undefined;

/** Names such as `License-Code` are found as a whole and by their words. */
const tokenize = (text: string): string[] => [
  ...text.split(/[\s\p{P}]+/u),
  ...(text.match(/[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)+/gu) ?? []),
];

/** The index of all pages, read when somebody is about to search. */
async function readIndex(): Promise<MiniSearch<Found>> {
  const entries = (await (await fetch('/docs/search.json')).json()) as readonly Entry[];
  const search = new MiniSearch<Found>({
    fields: [...SHOWN, 'words'],
    storeFields: [...SHOWN],
    tokenize,
    searchOptions: {
      boost: { title: 4, request: 2, summary: 1.5 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length < LONG_ENOUGH_FOR_TYPOS ? false : 0.2),
    },
  });
  search.addAll(
    entries.map(([address, title, request, area, summary, words], id) => ({ id, address, title, request, area, summary, words })),
  );
  return search;
}

export function offerSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#reference-search')!;
  const results = document.querySelector<HTMLUListElement>('#reference-results')!;
  const found = document.querySelector('#reference-found')!;
  const links = (): readonly HTMLAnchorElement[] => [...results.querySelectorAll('a')];
  const close = (): void => {
    results.hidden = true;
  };
  field.addEventListener('focus', () => (index ??= readIndex()));
  field.addEventListener('input', async () => {
    const text = field.value;
    const matches = (await (index ??= readIndex())).search(text).slice(0, MOST) as unknown as readonly Found[];
    if (field.value !== text) return;
    results.replaceChildren(...matches.map(resultOf));
    results.hidden = text.trim() === '';
    found.textContent = results.hidden ? '' : matches.length === 0 ? 'Nothing found' : `${matches.length} results`;
    if (!results.hidden && matches.length === 0) results.append(nothingFound());
  });
  const search = field.closest('search') as HTMLElement;
  search.addEventListener('keydown', (event) => {
    const all: readonly HTMLElement[] = [field, ...links()];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && at === 0) links()[0]?.click();
    else if (event.key === 'ArrowDown') all[at + 1]?.focus();
    else if (event.key === 'ArrowUp') all[at - 1]?.focus();
    else return;
    event.preventDefault();
  });
  search.addEventListener('focusout', ({ relatedTarget }) => {
    if (!search.contains(relatedTarget as Node | null)) close();
  });
  results.addEventListener('click', () => {
    close();
    field.value = '';
  });
  addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest('input, textarea, select') !== null;
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    field.focus();
  });
  search.hidden = false;
}

function resultOf({ address, title, request, area, summary }: Found): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address === '' ? '/docs' : `/docs/${address}`;
  link.append(part('strong', title), part('span', request === '' ? area || summary : request));
  item.append(link);
  return item;
}

function nothingFound(): HTMLLIElement {
  const item = document.createElement('li');
  item.append(part('p', 'Nothing found'));
  return item;
}

function part(name: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
