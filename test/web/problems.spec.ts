import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../apps/openapi/open-api-document.ts';
import { problemsAr } from '../../apps/web/i18n/problems.ar.ts';
import { problemsDe } from '../../apps/web/i18n/problems.de.ts';
import { ROOT } from '../support/processes.ts';

/** What pages say in words of their own before they look for the code. */
const SAID_OTHERWISE = new Set(['Unauthorized', 'FreshSignInRequired', 'TooManyRequests']);
const REQUEST = /\bapi\s*\.(GET|POST|PATCH|PUT|DELETE)\(\s*'([^']+)'/g;

/** The operations that pages call: `patch /v1/orders/{id}`. */
const calledIn = (folders: string): ReadonlySet<string> =>
  new Set(
    globSync(`apps/web/${folders}/**/*.{ts,tsx}`, { cwd: ROOT })
      .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(REQUEST)])
      .map(([, method, path]) => `${method!.toLowerCase()} ${path}`),
  );

/** The codes of errors in a part of an OpenAPI document. */
const codesIn = (part: unknown): string[] =>
  typeof part !== 'object' || part === null
    ? []
    : Object.entries(part).flatMap(([name, each]) => {
        const { const: only, enum: several = [] } = (name === 'error' ? each : {}) as { const?: string; enum?: string[] };
        return [...(only === undefined ? [] : [only]), ...several, ...codesIn(each)];
      });

test.each([
  ['pages is said in German', '{console,portal}', problemsDe],
  ['pages of the portal is said in Arabic', 'portal', problemsAr],
] as const)('what the service refuses to %s, too', async (_where, folders, problems) => {
  const called = calledIn(folders);
  const document = await openApiDocument();
  const { schemas } = document.components as { readonly schemas: Readonly<Record<string, unknown>> };
  const resolved = (part: unknown): unknown =>
    JSON.parse(JSON.stringify(part), (_name, each: { $ref?: string }) =>
      typeof each === 'object' && each?.$ref ? schemas[each.$ref.split('/').at(-1)!] : each,
    );
  const responses = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, { responses: Record<string, unknown> }>)
      .filter(([method]) => called.has(`${method} ${path}`))
      .flatMap(([, operation]) => Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)),
  );
  const codes = new Set(responses.flatMap(([, response]) => codesIn(resolved(response))));
  expect(codes).toContain('MissingInvoiceBillingDetails');
  expect([...codes].filter((code) => !SAID_OTHERWISE.has(code) && !Object.hasOwn(problems, code)).sort()).toEqual([]);
  expect(Object.keys(problems).filter((code) => !codes.has(code))).toEqual([]);
});
