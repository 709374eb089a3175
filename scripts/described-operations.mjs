import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { RESOURCES } from '../apps/api/operations/resources.ts';

/**
 * Writes what the command line and the MCP server know of the operations in their table, from `openapi.json`, and the table of commands in
 * `docs/cli.md`. With `--check` it only compares, and exits with 1 if a file is out of date.
 */
const OPERATIONS = 'apps/api/operations/described.ts';
const PAGE = 'docs/cli.md';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const resolved = (node) =>
  node.$ref === undefined
    ? node
    : node.$ref
        .split('/')
        .slice(1)
        .reduce((parent, key) => parent[key], document);

/** The alternatives of a schema without `null`, each without references. */
function alternativesOf(given) {
  const schema = resolved(given);
  const others = schema.anyOf ?? schema.oneOf;
  return (others ?? [schema]).flatMap((each) => (others ? alternativesOf(each) : [each])).filter(({ type }) => type !== 'null');
}

/** The properties of an object, also of those that it consists of. */
function objectOf(given) {
  const { properties = {}, required = [], allOf = [] } = resolved(given);
  const parts = allOf.map(objectOf);
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties),
    required: [...parts.flatMap((part) => part.required), ...required],
  };
}

const isNullable = (given) => {
  const schema = resolved(given);
  return [schema.type].flat().includes('null') || (schema.anyOf ?? schema.oneOf ?? []).some(isNullable);
};
const typeOf = (schema) =>
  [schema.type ?? (schema.const === undefined ? 'object' : typeof schema.const)].flat().find((each) => each !== 'null');
const choicesOf = (schemas) => {
  const values = schemas.map((schema) => schema.enum ?? (schema.const === undefined ? undefined : [schema.const]));
  return values.includes(undefined) ? undefined : [...new Set(values.flat())].filter((value) => value !== null);
};
const sentenceOf = (text = '') => text.replace(/ An extension\.$/, '');

function fieldOf(name, place, schemas, description, required) {
  const all = schemas.flatMap(alternativesOf);
  const types = [...new Set(all.map(typeOf))];
  const items = types[0] === 'array' ? all.flatMap((schema) => alternativesOf(schema.items ?? {})) : undefined;
  const choices = choicesOf(items ?? all);
  return {
    name,
    in: place,
    type: types.length === 1 ? types[0] : types.includes('string') ? 'string' : 'object',
    items: items && typeOf(items[0]),
    required: required || undefined,
    nullable: schemas.some(isNullable) || undefined,
    choices: choices?.every((choice) => typeof choice === 'string') ? choices : undefined,
    format: (items ?? all)[0]?.format,
    description: sentenceOf(description),
  };
}

/** The fields of all alternatives of a body. Which alternative it is, is told by constants that are not required. */
function bodyFields(schema) {
  const objects = alternativesOf(schema).map(objectOf);
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties)))];
  return names.map((name) => {
    const schemas = objects.flatMap(({ properties }) => properties[name] ?? []);
    const isRequired =
      objects.every(({ required }) => required.includes(name)) && schemas.every((each) => resolved(each).const === undefined);
    return fieldOf(name, 'body', schemas, resolved(schemas[0]).description, isRequired);
  });
}

/** The types of the fields of an object, or of all its alternatives; with `?` if it may be null, and empty if there are several. */
function typesIn(schema) {
  const objects = alternativesOf(schema).map(objectOf);
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties)))];
  const typesOf = (name) => {
    const schemas = objects.flatMap(({ properties }) => properties[name] ?? []);
    const types = [...new Set(schemas.flatMap(alternativesOf).map(typeOf))];
    return types.length === 1 && types[0] !== undefined ? `${types[0]}${schemas.some(isNullable) ? '?' : ''}` : '';
  };
  return Object.fromEntries(names.map((name) => [name, typesOf(name)]));
}

/** What a response of success has: its fields, and those of the elements of its list if it is a page. */
function resultOf(responses) {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const schema = success.content?.['application/json']?.schema;
  if (schema === undefined) return undefined;
  const fields = typesIn(schema);
  const { items } = objectOf(schema).properties;
  return { fields, ...(items ? { items: typesIn(resolved(items).items) } : {}) };
}

function operationOf(method, path, { summary, security = [], parameters = [], requestBody, responses }) {
  const body = requestBody?.content['application/json']?.schema;
  return {
    method: method.toUpperCase(),
    path,
    summary,
    scopes: security.find(({ pat }) => pat)?.pat ?? [],
    hasBody: body === undefined ? undefined : true,
    result: resultOf(responses),
    fields: [
      ...parameters
        .map(resolved)
        .filter((parameter) => parameter.in !== 'header')
        .map(({ name, in: place, schema, description, required }) => fieldOf(name, place, [schema], description, required)),
      ...(body === undefined ? [] : bodyFields(body)),
    ],
  };
}

const used = new Set(Object.values(RESOURCES).flatMap(({ rows }) => Object.values(rows).map((row) => row.of)));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { operationId }]) => used.has(operationId))
    .map(([method, each]) => [each.operationId, operationOf(method, path, each)]),
);
const missing = [...used].filter((id) => !operations.some(([name]) => name === id));
if (missing.length > 0) throw new Error(`There are no operations ${missing.join(', ')}.`);

const lines = operations.map(([name, operation]) => `  '${name}': ${JSON.stringify(operation)},`);
const code = `// Generated by scripts/described-operations.mjs from the OpenAPI document.
import type { Operation } from './operation.ts';

export const OPERATIONS: Readonly<Record<string, Operation>> = {
${lines.join('\n')}
};
`;

const commands = Object.entries(RESOURCES).map(([resource, { rows }]) => {
  const verbs = Object.keys(rows).filter((verb) => verb !== '');
  return `| \`${resource}\` | ${verbs.map((verb) => `\`${verb}\``).join(', ')} |`;
});
const BEGIN = '<!-- Written by `npm run api-types`. -->\n';
const END = '<!-- End of what is written. -->';
const [before, rest] = readFileSync(PAGE, 'utf8').split(BEGIN);
const table = ['| group | commands |', '| --- | --- |', ...commands].join('\n');
const page = await format(`${before}${BEGIN}\n${table}\n\n${END}${rest.split(END)[1]}`, {
  ...(await resolveConfig(PAGE)),
  parser: 'markdown',
});

for (const [file, text] of [
  [OPERATIONS, code],
  [PAGE, page],
]) {
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is out of date: run npm run api-types`);
    process.exitCode = 1;
  }
}
