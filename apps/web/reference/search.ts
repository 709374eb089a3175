import MiniSearch from 'minisearch';

/** As the build has written it. */
type Entry = readonly [name: string, title: string, request: string, area: string, summary: string];

const FIELDS = ['title', 'request', 'area', 'summary', 'name'] as const;
interface Found extends Record<(typeof FIELDS)[number], string> {
  readonly id: string;
}

const MOST = 12;
const LONG_ENOUGH_FOR_TYPOS = 5;

let index: Promise<MiniSearch<Found>> | undefined;

/** The index of all pages, read when somebody is about to search. */
async function readIndex(): Promise<MiniSearch<Found>> {
  const entries = (await (await fetch('/docs/search.json')).json()) as readonly Entry[];
  const search = new MiniSearch<Found>({
    fields: [...FIELDS],
    storeFields: [...FIELDS],
    searchOptions: {
      boost: { title: 3, request: 2 },
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length < LONG_ENOUGH_FOR_TYPOS ? false : 0.2),
    },
  });
  search.addAll(entries.map(([name, title, request, area, summary]) => ({ id: name, name, title, request, area, summary })));
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

function resultOf({ name, title, request, area, summary }: Found): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = `/docs/${name}`;
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
