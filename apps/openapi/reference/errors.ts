import { STATUS_CODES } from 'node:http';
import { ERROR_NAMES, LICENSE_CODES, type Refusal } from '#support/refusals';
import type { Operation } from './operations.ts';
import type { Page } from './page.ts';

/** What to do about an answer, by its status. */
const ADVICE: { readonly [status: string]: Refusal } = {
  400: {
    cause: 'The request contradicts how things are.',
    remedy: 'Read `detail`, change the request or what it is about, and do not repeat it as it was.',
  },
  401: ERROR_NAMES['Unauthorized']!,
  403: {
    cause: 'The credentials are known and do not allow this, or a license key does not.',
    remedy:
      'Give the token the scope that `WWW-Authenticate` names, or use one of somebody who may do it. About a license key: read `License-Code`.',
  },
  404: ERROR_NAMES['ResourceNotFound']!,
  405: ERROR_NAMES['MethodNotAllowed']!,
  408: ERROR_NAMES['RequestTimeout']!,
  409: {
    cause: 'Something else has happened meanwhile, or is under way.',
    remedy:
      'Read the object again and decide anew. With an `Idempotency-Key` whose request is under way: repeat it later, unchanged.',
  },
  413: ERROR_NAMES['RequestBodyTooLarge']!,
  415: ERROR_NAMES['UnsupportedMediaType']!,
  422: ERROR_NAMES['ValidationError']!,
  431: ERROR_NAMES['RequestHeadersTooLarge']!,
  429: ERROR_NAMES['TooManyRequests']!,
  500: ERROR_NAMES['InternalServerError']!,
  503: ERROR_NAMES['ServiceUnavailable']!,
};

export const ERRORS = 'errors';
/** The link of a page of an error, from pages that are in no folder. */
export const errorLink = (name: string): string => `[\`${name}\`](${ERRORS}/${name}.md)`;

/** More operations than these are not worth a list. */
const MOST_OPERATIONS = 30;

/** The page of all errors, and one for each status and each refusal, with its cause and remedy. */
export function errorPages(operations: readonly Operation[]): readonly Page[] {
  const answered = Map.groupBy(
    operations.flatMap((operation) =>
      operation.answers.flatMap(({ status, errors, headers }) =>
        [...errors, ...codesIn(headers['License-Code'] ?? ''), status].map((name) => ({ name, status, operation })),
      ),
    ),
    ({ name }) => name,
  );
  const pageOf = (name: string, title: string, lead: string, { cause, remedy }: Refusal): Page => {
    const found = [...new Set((answered.get(name) ?? []).map(({ operation }) => operation))];
    const links = found.map(({ id, summary, method, path }) => `- [${summary}](../${id}.md) — \`${method} ${path}\``);
    const list = links.length > MOST_OPERATIONS ? `${links.length} operations answer with it.` : links.join('\n');
    return {
      name: `${ERRORS}/${name}`,
      title,
      summary: cause,
      area: null,
      markdown: [
        `# ${title}`,
        lead,
        `## Cause`,
        cause,
        '## Remedy',
        remedy,
        ...(list === '' ? [] : ['## Operations', list]),
        MORE,
      ].join('\n\n'),
    };
  };
  const statusesOf = (name: string): string => {
    const statuses = [...new Set((answered.get(name) ?? []).map(({ status }) => status).filter((status) => status >= '400'))];
    return statuses.map((status) => `[${status}](${status}.md)`).join(' or ');
  };
  return [
    { name: ERRORS, title: 'Errors', summary: 'What each error means, and what to do.', area: null, markdown: OVERVIEW },
    ...Object.entries(ADVICE).map(([status, advice]) =>
      pageOf(status, `${status} ${STATUS_CODES[status]}`, `The status ${status} of a response.`, advice),
    ),
    ...Object.entries(LICENSE_CODES).map(([code, refusal]) =>
      pageOf(code, code, 'A license key is refused: the header `License-Code`, and `code` in the body.', refusal),
    ),
    ...Object.entries(ERROR_NAMES).map(([name, refusal]) =>
      pageOf(
        name,
        name,
        ['The name of an error, in `error` of the body.', statusesOf(name) && `Status ${statusesOf(name)}.`].join(' ').trim(),
        refusal,
      ),
    ),
  ];
}

/** The codes that the description of a header names. */
export const codesIn = (description: string): readonly string[] =>
  Object.keys(LICENSE_CODES).filter((code) => description.includes(`\`${code}\``));

const MORE = 'All [errors](../errors.md) have the same form.';

const rows = (refusals: { readonly [name: string]: Refusal }): string =>
  Object.entries(refusals)
    .map(([name, { cause }]) => `| ${errorLink(name)} | ${cause} |`)
    .join('\n');

const OVERVIEW = `# Errors

An error is \`{"error", "detail"}\`: \`error\` is a name for programs, \`detail\` a sentence for people. Answers about license keys have the header
\`License-Code\`, and \`code\` in the body besides: why the key is [refused](guides/licensing/explain.md). The header \`Link\` of an error with
\`rel="help"\` leads to its page here. Questions about a request are easier with its \`X-Request-Id\`.

Repeat a request only after 429, 503, or if no answer has come. What changes something is safe to repeat with an \`Idempotency-Key\`
([how that works](guides/idempotency.md)). A connection that is closed before the end of a body is no answer.

## By status

| status | means | what to do |
| --- | --- | --- |
${Object.entries(ADVICE)
  .map(([status, { cause, remedy }]) => `| [${status}](${ERRORS}/${status}.md) | ${cause} | ${remedy} |`)
  .join('\n')}

## By License-Code

| code | cause |
| --- | --- |
${rows(LICENSE_CODES)}

## By name

| name | cause |
| --- | --- |
${rows(ERROR_NAMES)}
`;
