import type { Operation } from './operations.ts';
import type { Page } from './page.ts';

const NAME = 'headers';

/** What requests and responses have in their headers, from all operations. */
export function headersPage(operations: readonly Operation[]): Page {
  const sent = new Map(
    operations.flatMap(({ parameters }) =>
      parameters.flatMap(({ in: place, name, description = '' }) => (place === 'header' ? [[name, description]] : [])),
    ),
  );
  const received = new Map(operations.flatMap(({ answers }) => answers.flatMap(({ headers }) => Object.entries(headers))));
  return {
    name: NAME,
    title: 'Headers',
    summary: 'The headers of requests and of responses.',
    area: null,
    markdown: `# Headers

Names of headers are written in capital or small letters. Each operation says which of them it takes.

## Of requests

${listOf(new Map([...COMMON, ...sent]))}

## Of responses

${listOf(new Map([...received, ['Link', 'Of an error, with `rel="help"`: the page here about its cause and remedy.']]))}
`,
  };
}

const COMMON: readonly (readonly [string, string])[] = [
  ['Authorization', '`Bearer` and a token.'],
  ['Content-Type', '`application/json`, unless the operation names another type.'],
  ['Polar-Version', 'The version of the API that the response is to be in.'],
  ['X-Request-Id', 'An ID for this request, of 1 to 128 characters; otherwise the service makes one.'],
];

const listOf = (headers: ReadonlyMap<string, string>): string =>
  [...headers]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, text]) => `### \`${name}\`\n\n${text.replaceAll(/\s*\n\s*/g, ' ')}`)
    .join('\n\n');
