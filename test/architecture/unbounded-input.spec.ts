import 'reflect-metadata';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestDefinition } from '../../libs/platform/src/http/request.ts';
import { type Field, type Issue, list, object, scalarMap, text, uuid4 } from '#platform/wire';
import type { JsonSchema } from '#platform/wire/composition';
import { openApiDocument } from '../../apps/openapi/open-api-document.ts';
import { ROOT } from './sources.ts';
import { overlongInputs } from './overlong-input.ts';
import { type RequestDocument, requestSchemas, unboundedInput } from './unbounded-input.ts';

const document = JSON.parse(JSON.stringify(await openApiDocument())) as RequestDocument & {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: { readonly security?: readonly unknown[]; readonly responses: object };
    };
  };
};

const MIB = 1024 * 1024;

test('every text, list and map of a request has a maximum', () => {
  expect(unboundedInput(document)).toEqual([]);
});

test.each<[string, Field<unknown>, string[]]>([
  ['a text', object({ name: text() }), ['/name']],
  ['a list', object({ names: list(text({ max: 1 })) }), ['/names']],
  ['the texts of a list', list(text(), { max: 1 }), ['[]']],
  ['a map and its keys', scalarMap(), ['', '{key}']],
  ['the keys of a map', scalarMap({ pairs: 1 }), ['{key}']],
  ['nothing', object({ id: uuid4(), names: list(text({ max: 1 }), { max: 1 }), map: scalarMap({ pairs: 1, key: 1 }) }), []],
])('the rule finds %s without a maximum', (_what, { schema }, places) => {
  const ref = { $ref: '#/components/schemas/Planted' };
  const body = { content: { 'application/json': { schema: ref } } };
  const parameters = [{ in: 'query', name: 'planted', schema: ref }];
  const planted = {
    paths: { '/planted': { post: { requestBody: body }, get: { parameters } } },
    components: { schemas: { Planted: schema } },
  };
  const found = ['POST /planted body', 'GET /planted query/planted'].flatMap((input) =>
    places.map((place) => `${input}${place}`),
  );
  expect(unboundedInput(planted)).toEqual(found);
});

test('docs/limits.md has every documented maximum, and a reason in every row', () => {
  const page = readFileSync(join(ROOT, 'docs/limits.md'), 'utf8');
  const maxima = new Set<number>();
  for (const { schema } of requestSchemas(document)) {
    // A list of names that are known has each of them once.
    if ('enum' in ((schema['items'] ?? {}) as JsonSchema)) continue;
    for (const limit of ['maxLength', 'maxItems', 'maxProperties']) if (limit in schema) maxima.add(Number(schema[limit]));
  }
  expect(maxima.size).toBeGreaterThan(20);
  const written = (maximum: number): string => (maximum % MIB === 0 ? `${maximum / MIB} MiB` : maximum.toLocaleString('en'));
  const isListed = (maximum: number): boolean => new RegExp(`(?<![\\d,])${written(maximum)}(?!\\d|,\\d)`).test(page);
  expect([...maxima].filter((maximum) => !isListed(maximum)).toSorted((a, b) => a - b)).toEqual([]);
  const rows = page.split('\n').filter((line) => line.startsWith('|'));
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((row) => !/\S\s*\|$/.test(row))).toEqual([]);
});

test('every JSON body without credentials has the limit of public operations', () => {
  // The OpenID provider reads bodies itself, and has a lower limit.
  const paths = Object.entries(document.paths).filter(([path]) => !path.startsWith('/v1/oauth2/'));
  const open = paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security, requestBody }]) => !security?.length && requestBody && 'application/json' in requestBody.content)
      .map(([method, { responses }]) => [`${method} ${path}`, JSON.stringify(responses).includes('exceeds 256 KiB')] as const),
  );
  expect(open.length).toBeGreaterThan(5);
  expect(open.filter(([, isLimited]) => !isLimited)).toEqual([]);
});

/** The requests that modules export, by name. */
async function definitions(): Promise<[string, RequestDefinition][]> {
  const files = globSync('libs/*/src/adapters/http/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.spec.ts'));
  const modules = await Promise.all(files.map(async (file) => (await import(join(ROOT, file))) as { [name: string]: unknown }));
  return modules
    .flatMap(Object.entries<unknown>)
    .filter((entry): entry is [string, RequestDefinition] => typeof entry[1] === 'object' && 'shape' in (entry[1] ?? {}));
}

const LENGTHS = new Set(['string_too_long', 'too_long']);

function issuesOf(field: Field<unknown>, input: unknown): Issue[] {
  const issues: Issue[] = [];
  field.read(input, issues);
  return issues;
}

/** Whether an issue is about this place, which names of alternatives may interrupt. */
const isAbout = (path: readonly (string | number)[]) => {
  return ({ loc }: Issue): boolean => {
    let next = 0;
    for (const key of loc) if (key === path[next]) next++;
    return next === path.length;
  };
};

test('every documented maximum is the one that is enforced', async () => {
  const requests = await definitions();
  expect(requests.length).toBeGreaterThan(60);
  const wrong: string[] = [];
  let checked = 0;
  for (const [name, { shape }] of requests) {
    const fields = Object.entries({ ...shape.path, ...shape.query, ...shape.headers });
    const parts: [string, Field<unknown>][] = shape.body ? [...fields, ['body', shape.body]] : fields;
    for (const [part, field] of parts.filter(([key, { schema }]) => key === 'body' || schema['type'] !== 'object')) {
      for (const { path, atLimit, aboveLimit } of overlongInputs(field.schema as JsonSchema)) {
        checked++;
        const about = isAbout(path);
        const tooLong = issuesOf(field, atLimit).filter((issue) => about(issue) && LENGTHS.has(issue.type));
        const found = issuesOf(field, aboveLimit).filter((issue) => about(issue) && issue.type !== 'missing');
        if (tooLong.length > 0 || found.length === 0) wrong.push(`${name} ${part} ${path.join('.')}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(300);
});
