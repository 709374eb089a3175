import type { OpenAPIObject } from '@nestjs/swagger';
import { type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import { html } from '#platform/html';
import { areaTitle, byArea, GROUPS } from './areas.ts';
import { asideOf } from './aside.ts';
import { errorPages } from './errors.ts';
import { guidePages } from './guides.ts';
import { rendered, withFoldedSections } from './html.ts';
import { headersPage } from './headers.ts';
import { Links } from './links.ts';
import { navigationOf } from './navigation.ts';
import { EVENTS, type Operation, operationsOf, schemasOf } from './operations.ts';
import { firstSentence, linkTo, type Page } from './page.ts';
import { PublicClient } from './samples/public-client.ts';
import { BASE_URL } from './samples/sample-request.ts';
import { LANGUAGES } from './samples/samples.ts';
import { searchIndex } from './search-index.ts';
import { versionedPages } from './versioned-pages.ts';

/** More words than these are not shown at once. */
const MOST_WORDS = 2_500;

/** The files of the reference, by their names: HTML and Markdown of each page, an index for the search, and `llms.txt`. */
export async function referenceFiles(
  documents: ReadonlyMap<ApiVersion, OpenAPIObject>,
  shell: string,
): Promise<ReadonlyMap<string, string>> {
  const document = documents.get(FIRST_API_VERSION)!;
  const schemas = schemasOf(document);
  const described = operationsOf(document);
  const requests = described.filter(({ isEvent }) => !isEvent);
  const operations = byArea(described);
  const guides = guidePages();
  const pages: readonly Page[] = [
    overview(document),
    ...errorPages(requests),
    headersPage(requests),
    ...[...operations].map(([area, members]) => areaPage(area, members, document)),
    ...versionedPages(documents, await PublicClient.read()),
    ...guides,
  ];
  const links = new Links(new Set(pages.map(({ name }) => name)));
  const files = new Map<string, string>();
  for (const page of [...pages, NOT_FOUND]) {
    const file = page.name === '' ? 'index' : page.name;
    const text = rendered(page.markdown, page.hasFields === true, (href) => links.addressOf(href, page.name));
    const isLong = !page.hasFields && page.markdown.split(/\s+/).length > MOST_WORDS;
    const content = isLong ? withFoldedSections(text) : text;
    const aside = page.aside ? asideOf(page.aside.operation, page.aside.samples, schemas, page.aside.version).text : '';
    const rendering = shell
      .replace('__TITLE__', () => html`${page.title} · Latchkey API`.text)
      .replace('__NAVIGATION__', () => navigationOf(page, operations, guides).text)
      .replace('__CONTENT__', () => `<article class="text">${content}</article>${aside}`);
    files.set(`${file}.html`, rendering);
    files.set(`${file}.md`, markdownOf(page, links));
  }
  files.set('search.json', JSON.stringify(searchIndex(pages)));
  files.set('llms.txt', llmsText(document, operations, guides));
  return files;
}

function overview({ info, tags = [] }: OpenAPIObject): Page {
  const described = new Map(tags.map(({ name, description }) => [name, description]));
  const groups = GROUPS.map(({ title, areas }) => {
    const lines = Object.keys(areas).map((area) => {
      const description = described.get(area) ?? ABOUT[area] ?? '';
      return `- [${areaTitle(area)}](${area}.md)${description && `: ${description}`}`;
    });
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  const [lead, ...common] = info.description!.split('\n\n');
  return {
    name: '',
    title: 'Overview',
    summary: 'Authentication, base URL, versions, errors, pages, idempotency, limits, and all areas.',
    area: null,
    markdown: `# ${info.title} API\n\n${lead}\n\n${BASE}\n\n${common.join('\n\n')}\n\n${groups.join('\n\n')}\n`,
  };
}

/** For addresses that no page has. It is in no index. */
const NOT_FOUND: Page = {
  name: 'not-found',
  title: 'Page not found',
  summary: '',
  area: null,
  markdown: `# Page not found

There is no page at this address. Search for words of the page or for the path of an operation, or begin at the [overview](index.md), which
leads to all areas. Every operation has a page by its \`operationId\`, such as [license_keys.validate](license_keys.validate.md).
`,
};

const BASE = `## Base URL

\`${BASE_URL}\`

\`\`\`sh
curl '${BASE_URL}/v1/license-keys/' -H "Authorization: Bearer $LATCHKEY_TOKEN"
\`\`\``;

/** Areas that are no tags of the document. */
const ABOUT: { readonly [area: string]: string } = {
  [EVENTS]:
    'The requests that your endpoint gets. [Endpoints](guides/webhooks/endpoints.md) says how they are signed and repeated.',
  'customer_portal.license_keys':
    'What applications do with the license key of their user, without credentials, and what customers do with theirs in the portal.',
};

function areaPage(area: string, operations: readonly Operation[], { tags = [] }: OpenAPIObject): Page {
  const title = areaTitle(area);
  const description = tags.find(({ name }) => name === area)?.description ?? ABOUT[area] ?? '';
  const lines = operations.map(({ id, method, path, summary, description: text, isEvent }) =>
    isEvent ? `- [\`${summary}\`](${id}.md): ${text}` : `- [${summary}](${id}.md) — \`${method} ${path}\``,
  );
  return {
    name: area,
    title,
    summary: description || title,
    area,
    markdown: `# ${title}\n\n${description}\n\n${lines.join('\n')}\n`,
  };
}

const FENCES = { curl: 'sh', typescript: 'ts', application: 'ts', python: 'python', go: 'go' };

const markdownOf = (page: Page, links: Links): string =>
  [
    links.markdownOf(page).trimEnd(),
    ...(page.aside?.samples ?? []).map(
      ({ language, code }) => `## Sample: ${LANGUAGES[language]}\n\n\`\`\`${FENCES[language]}\n${code.trimEnd()}\n\`\`\``,
    ),
  ].join('\n\n') + '\n';

function llmsText(
  { info }: OpenAPIObject,
  operations: ReadonlyMap<string, readonly Operation[]>,
  guides: readonly Page[],
): string {
  const line = (name: string, title: string, about: string): string => `- [${title}](${BASE_URL}${linkTo(name)}.md): ${about}`;
  const areas = [...operations].map(
    ([area, members]) =>
      `## ${areaTitle(area)}\n\n${members.map((each) => line(each.id, each.summary, aboutOf(each))).join('\n')}`,
  );
  return `# ${info.title}

> ${firstSentence(info.description ?? '')}

Each page is Markdown. [What all requests have in common](${BASE_URL}/docs/index.md), [errors](${BASE_URL}/docs/errors.md), [the OpenAPI document](${BASE_URL}/openapi.json).

## Guides

${guides.map(({ name, title, summary }) => line(name, title, summary)).join('\n')}

${areas.join('\n\n')}
`;
}

const aboutOf = ({ isEvent, method, path, description }: Operation): string =>
  isEvent ? description : `\`${method} ${path}\` ${firstSentence(description)}`.trim();
