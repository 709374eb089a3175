import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FieldTypes } from '../operations/operation.ts';
import { outputOf } from './output.ts';
import { Ranking } from './ranking.ts';

/** The index of the search of the pages, as `apps/openapi/reference/search-index.ts` writes it. */
type Entry = readonly [address: string, title: string, request: string, area: string, summary: string, words: string];

interface Found {
  readonly page: string;
  readonly title: string;
  readonly request: string;
  readonly summary: string;
}

const MOST_FOUND = 8;
const PAGE = /^[a-z0-9_.-]+(\/[A-Za-z0-9_.-]+)*$/i;
/** A title says more than the words of a page. */
const TITLE_COUNTS = 3;

interface Index {
  readonly entries: readonly Entry[];
  readonly ranking: Ranking;
}

function indexed(text: string): Index {
  const entries = JSON.parse(text) as readonly Entry[];
  const texts = entries.map(([, title, request, area, summary, words]) =>
    [...Array.from({ length: TITLE_COUNTS }, () => title), request, area, summary, words].join(' '),
  );
  return { entries, ranking: new Ranking(texts) };
}

/** The pages of the documentation, in the folder into which the build has written them. */
export class Documentation {
  /** Read when somebody searches for the first time. */
  private index: Promise<Index> | undefined;

  private constructor(
    private readonly folder: string,
    private readonly baseUrl: string,
  ) {}

  /** Undefined if the pages are not built. */
  static in(folder: string, baseUrl: string): Documentation | undefined {
    return existsSync(join(folder, 'search.json')) ? new Documentation(folder, baseUrl) : undefined;
  }

  async search(query: string): Promise<readonly Found[]> {
    this.index ??= readFile(join(this.folder, 'search.json'), 'utf8').then(indexed);
    const { entries, ranking } = await this.index;
    return ranking
      .best(query)
      .slice(0, MOST_FOUND)
      .map((found) => {
        const [page, title, request, , summary] = entries[found]!;
        return { page, title, request, summary };
      });
  }

  /** The text of a page as Markdown; undefined if there is none. */
  async read(page: string): Promise<string | undefined> {
    const [name] = page.split('#') as [string];
    if (!PAGE.test(name) || name.includes('..')) return undefined;
    const file = join(this.folder, `${name}.md`);
    return existsSync(file) ? (await readFile(file, 'utf8')).replaceAll('__BASE_URL__', () => this.baseUrl) : undefined;
  }
}

/** A tool that takes one text. */
const tool = (
  name: string,
  title: string,
  description: string,
  [argument, about]: readonly [string, string],
  returns: FieldTypes,
): Tool => ({
  name,
  title,
  description,
  inputSchema: {
    type: 'object',
    properties: { [argument]: { type: 'string', description: about } },
    required: [argument],
    additionalProperties: false,
  },
  outputSchema: outputOf({ fields: returns }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
});

/** The tools that need no operation, by their names. */
export const DOCUMENTATION_TOOLS: Readonly<Record<'docs_search' | 'docs_read', Tool>> = {
  docs_search: tool(
    'docs_search',
    'Search the documentation',
    'Search the documentation of the service: guides, operations, errors, headers and settings. Use it for how something is done or what an error, a code or a term means, such as offline leases or ACTIVATION_LIMIT_REACHED. For data of customers and keys use search, and read a page that it finds with docs_read.',
    ['query', 'Words of what is looked for.'],
    { pages: 'array' },
  ),
  docs_read: tool(
    'docs_read',
    'Read a page of the documentation',
    'Read a page of the documentation as Markdown. Use it after docs_search, with the `page` of what it found. Operations have pages by their name, such as license_keys.validate.',
    ['page', 'The page, as docs_search names it.'],
    { text: 'string' },
  ),
};
