import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { text as textOfStream } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { OPERATIONS } from '../../apps/api/operations/described.ts';
import { type Field, fieldsOf, isArgument, isRead, type Row } from '../../apps/api/operations/operation.ts';
import { RESOURCES } from '../../apps/api/operations/resources.ts';
import { startApi } from '../support/api.ts';
import { closedPipe, latchkey, type Outcome } from '../support/cli.ts';
import type { Document } from '../support/contract.ts';
import { EXAMPLES, seedFixturesFor } from '../support/examples/index.ts';
import type { SeededFixtures } from '../support/fixtures.ts';
import { takeLog } from '../support/logged-secrets.ts';
import { latchkeyProgram } from '../support/processes.ts';

import.meta.jest.setTimeout(120_000);

const api = await startApi();
await api.app.listen(0, '127.0.0.1');
const service = `http://127.0.0.1:${(api.app.getHttpServer().address() as AddressInfo).port}`;
afterAll(() => api.close());

interface Command {
  readonly words: readonly string[];
  readonly row: Row;
}

const COMMANDS: readonly Command[] = Object.entries(RESOURCES).flatMap(([resource, { rows }]) =>
  Object.entries(rows).map(([verb, row]) => ({ words: [resource, verb].filter(Boolean), row })),
);
const NAMED = COMMANDS.map((command) => [command.words.join(' '), command] as const);

/** What the example of the operation does not have, or has otherwise. Only a table has a line if there is nothing. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'keys extend': { expires_at: '2030-01-01T00:00:00Z' },
  'export orders': { format: 'csv' },
  'export subscriptions': { format: 'csv' },
};
/** Fields of the examples that are not about this command. */
const ONLY_ARGUMENTS = new Set(['subscriptions cancel', 'subscriptions uncancel']);

const flagOf = (name: string): string => `--${name.replaceAll('_', '-')}`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

function optionsFor({ name, type }: Field, value: unknown): string[] {
  if (type === 'boolean') return [value === true ? flagOf(name) : flagOf(`no_${name}`)];
  return [flagOf(name), textOf(value)];
}

/** The command with what the example of its operation sends. */
function argumentsOf({ words, row }: Command, fixtures: SeededFixtures): string[] {
  const operation = OPERATIONS[row.of]!;
  const name = words.join(' ');
  const { url, body = {} } = EXAMPLES[`${operation.method} ${operation.path}`]!.request(fixtures, {});
  const { pathname, searchParams } = new URL(url, service);
  const path = new RegExp(`^${operation.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname)!.groups;
  const values = { ...path, ...Object.fromEntries(searchParams), ...(body as object), ...ARGUMENTS[name] } as Record<
    string,
    unknown
  >;
  const fields = fieldsOf(row, operation).filter((field) => values[field.name] !== undefined);
  return [
    ...words,
    ...fields.filter((field) => isArgument(row, field)).map((field) => textOf(values[field.name])),
    ...(ONLY_ARGUMENTS.has(name) ? [] : fields.filter((field) => !isArgument(row, field))).flatMap((field) =>
      optionsFor(field, values[field.name]),
    ),
    ...(row.ends ? ['--yes'] : []),
  ];
}

/** What makes the example of a command possible. */
const BEFORE: Readonly<Record<string, string>> = { 'subscriptions uncancel': 'subscriptions cancel' };

const envOf = (token: string, url = service) => ({ LATCHKEY_TOKEN: token, BASE_URL: url });
const seed = ({ row }: Command): Promise<SeededFixtures> => {
  const { method, path } = OPERATIONS[row.of]!;
  return seedFixturesFor(api, `${method} ${path}`);
};
const lines = ({ out }: Outcome): string[] => out.split('\n').filter((line) => line !== '');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The command with the input of the example, as its user. */
async function prepared(command: Command) {
  const fixtures = await seed(command);
  const args = [...argumentsOf(command, fixtures), '--organization', fixtures.organization_id];
  const env = envOf(fixtures.seller.pat);
  const before = BEFORE[command.words.join(' ')];
  if (before !== undefined) await latchkey([...before.split(' '), ...args.slice(command.words.length)], env);
  const run = (...options: string[]) => latchkey([...args, ...options], env);
  return Object.assign(run, { closed: (...options: string[]) => latchkey([...args, ...options], env, '', closedPipe()) });
}

const reads = ({ row }: Command): boolean => isRead(row, OPERATIONS[row.of]!);
/** Exports are text. */
const isJson = ({ words: [group, verb] }: Command): boolean => group !== 'export' || verb === 'customer';

test.each(NAMED.filter(([, command]) => reads(command) && isJson(command)))(
  '%s prints the response for people, programs and scripts',
  async (_name, command) => {
    const run = await prepared(command);
    const [text, json, quiet] = [await run(), await run('--json'), await run('--quiet')];
    for (const outcome of [text, json, quiet, await run.closed()]) expect([outcome.exitCode, outcome.err]).toEqual([0, '']);
    expect(Object.keys(JSON.parse(json.out) as object).length).toBeGreaterThan(0);
    expect(text.out).not.toBe('');
    expect(lines(quiet).filter((line) => !UUID.test(line))).toEqual([]);
  },
);

test.each(NAMED.filter(([, command]) => !isJson(command)))('%s prints the file', async (_name, command) => {
  const run = await prepared(command);
  const { exitCode, out, err } = await run();
  expect([exitCode, err, lines({ exitCode, out, err })[0]]).toEqual([0, '', expect.stringContaining(',')]);
  expect(await run.closed()).toMatchObject({ exitCode: 0, err: '' });
});

test.each(NAMED.filter(([, command]) => !reads(command)))(
  '%s prints its request, and then does what its operation does',
  async (_name, command) => {
    const run = await prepared(command);
    expect(await run.closed('--dry-run')).toMatchObject({ exitCode: 0, err: '' });
    const planned = await run('--dry-run');
    expect([planned.exitCode, planned.err]).toEqual([0, '']);
    expect(planned.out).toMatch(/^(POST|PATCH|PUT|DELETE) \/v1\//);
    const done = await run('--json');
    expect([done.exitCode, done.err]).toEqual([0, '']);
    JSON.parse(done.out);
  },
);

interface Schema {
  readonly $ref?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly allOf?: Schema[];
  readonly anyOf?: Schema[];
  readonly oneOf?: Schema[];
}

test('every column of the table is in the responses', async () => {
  const document = (await (await fetch(`${service}/openapi.json`)).json()) as Document;
  const resolved = (schema: Schema): Schema[] => {
    const own = schema.$ref === undefined ? schema : (document.components.schemas[schema.$ref.split('/').at(-1)!] as Schema);
    const { allOf = [], anyOf = [], oneOf = [] } = own;
    return [own, ...[...allOf, ...anyOf, ...oneOf].flatMap(resolved)];
  };
  const at = (schemas: Schema[], name: string): Schema[] =>
    schemas.flatMap(resolved).flatMap(({ properties }) => properties?.[name] ?? []);
  const missing = NAMED.flatMap(([name, { row }]) => {
    const { method, path } = OPERATIONS[row.of]!;
    const response = document.paths[path]![method.toLowerCase()]!.responses['200']?.content?.['application/json']
      ?.schema as Schema;
    const items = (columns: string): Schema[] =>
      columns === ''
        ? []
        : at([response], row.list ?? 'items')
            .flatMap(resolved)
            .flatMap((list) => list.items ?? []);
    return (row.shows?.split(' ') ?? [])
      .filter((column) => column.split('.').reduce(at, items(column)).length === 0)
      .map((column) => `${name}: ${column}`);
  });
  expect(missing).toEqual([]);
});

/** The command with a value for each argument and each option that is required. */
const withRequired = ({ words, row }: Command): string[] => {
  const fields = fieldsOf(row, OPERATIONS[row.of]!);
  const values = ({ type, items, format, choices }: Field): string => {
    if (type === 'object' || items === 'object') return type === 'object' ? '{}' : '[]';
    return type === 'integer' ? '1' : format === 'uuid4' ? randomUUID() : (choices?.[0] ?? '2030-01-01T00:00:00Z');
  };
  return [
    ...words,
    ...fields.filter((field) => isArgument(row, field)).map(values),
    ...fields
      .filter((field) => field.required && !isArgument(row, field))
      .flatMap((field) => (field.type === 'boolean' ? [flagOf(field.name)] : [flagOf(field.name), values(field)])),
    ...(row.ends ? ['--yes'] : []),
  ];
};

describe('wrong input of every command', () => {
  const token = (): string => wrong.seller.pat;
  let wrong: SeededFixtures;
  beforeAll(async () => {
    wrong = await seedFixturesFor(api, 'GET /v1/organizations/');
  });

  test.each(NAMED)('%s: an option that does not exist, and what is missing, are wrong usage', async (_name, command) => {
    const unknown = await latchkey([...withRequired(command), '--colour', 'red'], envOf(token()));
    expect([unknown.exitCode, unknown.out]).toEqual([2, '']);
    const missing = await latchkey(command.words, envOf(token()));
    const needs =
      fieldsOf(command.row, OPERATIONS[command.row.of]!).some(({ required }) => required) || command.row.ends === true;
    expect(missing.exitCode === 2).toBe(needs);
  });

  test.each(NAMED.filter(([, { row }]) => row.ends))('%s: is not done without --yes', async (_name, command) => {
    const words = withRequired(command).filter((word) => word !== '--yes');
    const { exitCode, err } = await latchkey(words, envOf(token()));
    expect([exitCode, err]).toEqual([2, expect.stringContaining('add --yes')]);
  });

  test.each(NAMED)(
    '%s: what does not exist, a token that is not one and a service that is not there have their codes',
    async (_name, command) => {
      const args = withRequired(command);
      const [foreign, unknown, nowhere] = await Promise.all([
        latchkey([...args, '--organization', randomUUID()], envOf(token())),
        latchkey(args, envOf('latchkey_pat_unknown')),
        latchkey(args, envOf(token(), 'http://127.0.0.1:1')),
      ]);
      expect([foreign.exitCode, foreign.out, foreign.err]).toEqual([
        4,
        '',
        expect.stringContaining(`${service} responded with 4`),
      ]);
      expect([unknown.exitCode, unknown.out, unknown.err]).toEqual([
        4,
        '',
        expect.stringMatching(/responded with 401: .+\n`latchkey login` signs in again, if the token has ended\.\n$/),
      ]);
      expect([nowhere.exitCode, nowhere.out, nowhere.err]).toEqual([
        6,
        '',
        expect.stringContaining('http://127.0.0.1:1 cannot be reached (ECONNREFUSED).'),
      ]);
    },
  );
});

test('a service that fails, and a page that is not the API, are told apart', async () => {
  let [type, status, text] = [
    'application/json',
    503,
    '{"error": "ServiceUnavailable", "detail": "The database cannot be reached."}',
  ];
  const server = createServer((_request, response) => void response.writeHead(status, { 'content-type': type }).end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = () => latchkey(['customers', 'list'], envOf('token', url));
  expect(await run()).toEqual({ exitCode: 5, out: '', err: `${url} responded with 503: The database cannot be reached.\n` });
  [type, status, text] = ['text/html', 200, '<html>'];
  expect(await run()).toEqual({ exitCode: 1, out: '', err: `${url} is not the URL of a Latchkey API.\n` });
  server.close();
});

test('a command whose work goes on after the response waits until it has ended, if it is told to', async () => {
  const counts = { total: 3, refused: 1, restored: 0, kept: 0 };
  const begun = { id: randomUUID(), status: 'running', changed: 0, ...counts };
  const done = { ...begun, status: 'done', changed: 2 };
  const asked: string[] = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(method === 'POST' ? begun : done));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const start = (...options: string[]) =>
    latchkey(['bulk', 'start', '--action', '{"type":"disable"}', '--yes', '--json', ...options], envOf('token', url));
  const atOnce = await start();
  expect({ ...atOnce, out: JSON.parse(atOnce.out) }).toEqual({ exitCode: 0, out: begun, err: '' });
  const waited = await start('--wait');
  expect({ ...waited, out: JSON.parse(waited.out) }).toEqual({
    exitCode: 0,
    out: done,
    err: `id ${begun.id}, status running, total 3, changed 0, refused 1, restored 0, kept 0\n`,
  });
  expect(asked.slice(1)).toEqual(['POST /v1/bulk/license-keys/', `GET /v1/bulk/license-keys/${begun.id}`]);
  server.close();
});

test('a refused key is not a success, and the key is in no log', async () => {
  const fixtures = await seedFixturesFor(api, 'POST /v1/license-keys/validate');
  const { seller, license_key_id, key } = fixtures;
  const explain = (...args: string[]) => latchkey(['keys', 'explain', ...args], envOf(seller.pat), `${key}\n`);
  expect(await explain('--id', license_key_id)).toMatchObject({
    exitCode: 0,
    err: '',
    out: expect.stringContaining(': allowed\n'),
  });
  const options = ['--key', '-', '--activation-id', randomUUID()];
  const refused = await explain(...options);
  expect(refused).toMatchObject({ exitCode: 3, err: 'The license key is refused.\n', out: expect.stringContaining(': refused') });
  expect(refused.out).not.toContain(key);
  expect(JSON.parse((await explain(...options, '--json')).out)).toMatchObject({
    allowed: false,
    license_key: { id: license_key_id },
  });
  takeLog();
  await latchkey(['keys', 'list', '--key', key], envOf(seller.pat));
  expect(JSON.stringify(takeLog())).not.toContain(key);
});

test('a license key is named by its ID, by itself or by what is displayed of it', async () => {
  const { seller, license_key_id, key } = await seedFixturesFor(api, 'GET /v1/license-keys/{id}');
  const show = (given: string, stdin = '') => latchkey(['keys', 'show', given, '--quiet'], envOf(seller.pat), stdin);
  const shown = { exitCode: 0, out: `${license_key_id}\n`, err: '' };
  const { display_key } = JSON.parse((await latchkey(['keys', 'show', license_key_id, '--json'], envOf(seller.pat))).out);
  expect([await show(license_key_id), await show(key), await show('-', `${key}\n`), await show(display_key)]).toEqual([
    shown,
    shown,
    shown,
    shown,
  ]);
  const unknown = await show('NOBODY-HAS-THIS-KEY');
  expect(unknown).toMatchObject({ exitCode: 1, out: '', err: expect.stringContaining('The license key was not found') });
  expect(unknown.err).not.toContain('NOBODY');
  const planned = await latchkey(['keys', 'disable', key, '--dry-run'], envOf(seller.pat));
  expect(planned.out).toContain(`PATCH /v1/license-keys/${license_key_id}\n`);
});

test('what several license keys are displayed as names none of them', async () => {
  const { seller, benefit_id, customer_id } = await seedFixturesFor(api, 'POST /v1/license-keys/');
  const issue = async (key: string): Promise<string> => {
    const args = ['--benefit-id', benefit_id, '--customer-id', customer_id, '--key', key];
    const { out } = await latchkey(['keys', 'issue', ...args, '--json'], envOf(seller.pat));
    return JSON.parse(out).id;
  };
  const ids = [await issue(`${randomUUID()}-SAME-ENDING`), await issue(`${randomUUID()}-SAME-ENDING`)];
  const { exitCode, err } = await latchkey(['keys', 'disable', '****-ENDING'], envOf(seller.pat));
  expect([exitCode, ids.every((id) => err.includes(id))]).toEqual([2, true]);
});

test('an organization is chosen by its slug', async () => {
  const { seller, organization_id } = await seedFixturesFor(api, 'GET /v1/organizations/');
  const show = await latchkey(
    ['organizations', 'list', '--organization', seller.organization.slug, '--quiet'],
    envOf(seller.pat),
  );
  expect(show).toEqual({ exitCode: 0, out: `${organization_id}\n`, err: '' });
  const nowhere = await latchkey(['customers', 'list', '--organization', 'nowhere'], envOf(seller.pat));
  expect(nowhere).toEqual({ exitCode: 1, out: '', err: 'Organization nowhere was not found.\n' });
});

test.each(['', '.', '..'])('%j is no id, because it leads to another operation', async (id) => {
  const wrong = await latchkey(['products', 'benefits', id, '--benefits', ''], envOf('token'));
  expect(wrong).toMatchObject({ exitCode: 2, err: expect.stringContaining('<id> must be an id.') });
});

test('a body comes from stdin, and options are added to it', async () => {
  const { seller } = await seedFixturesFor(api, 'POST /v1/customers/');
  const create = (stdin: string, ...args: string[]) =>
    latchkey(['customers', 'create', '--input', '-', '--json', ...args], envOf(seller.oat), stdin);
  const made = await create('{"email": "input@example.com", "metadata": {"plan": "pro"}}', '--name', 'Ada');
  expect(JSON.parse(made.out)).toMatchObject({ email: 'input@example.com', name: 'Ada', metadata: { plan: 'pro' } });
  expect(await create('secret text')).toMatchObject({ exitCode: 2, err: expect.not.stringContaining('secret') });
});

test('completion has the ids of the service, and says nothing if it cannot be asked', async () => {
  const { seller, customer_id } = await seedFixturesFor(api, 'GET /v1/customers/{id}');
  const complete = (url?: string) => latchkey(['complete-ids', 'customers'], envOf(seller.oat, url));
  expect((await complete()).out).toMatch(new RegExp(`^${customer_id}\\t\\S+@`, 'm'));
  expect(await complete('http://127.0.0.1:1')).toEqual({ exitCode: 0, out: '', err: '' });
});

describe('the output of a process', () => {
  /** More than a pipe takes at once, which is 64 KiB. */
  const ITEMS = Array.from({ length: 300 }, (_, at) => ({ id: String(at), text: 'x'.repeat(1_000) }));
  const lists = COMMANDS.filter(({ row }) => reads({ words: [], row }) && row.shows !== undefined);
  const server = createServer(({ url }, response) => {
    if (url?.includes('/export')) {
      response.writeHead(200, { 'content-type': 'text/csv' });
      return void Readable.from(endless()).pipe(response);
    }
    const fields = new Set(['items', ...lists.flatMap(({ row }) => row.list ?? [])]);
    const body = Object.fromEntries([...fields].map((field) => [field, ITEMS]));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  function* endless() {
    for (;;) yield `${'x'.repeat(10_000)}\n`;
  }
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    env = { PATH: process.env['PATH'], XDG_CONFIG_HOME: '/nonexistent', ...envOf('token', url) };
  });
  afterAll(() => server.close());

  /** A process whose output nobody has read yet. */
  const started = (args: readonly string[]) => {
    const child = spawn(process.execPath, [...latchkeyProgram(), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const exitCode = new Promise<number | null>((resolve) => child.once('close', resolve));
    return { child, exitCode, errors: textOfStream(child.stderr) };
  };

  test('of commands that list is whole in a pipe, whatever the field is called that has the list', async () => {
    const ofEachField = new Map(lists.map((command) => [command.row.list ?? 'items', command]));
    expect(ofEachField.size).toBeGreaterThan(1);
    for (const { words, row } of ofEachField.values()) {
      const { child, exitCode, errors } = started([...withRequired({ words, row }), '--json']);
      const output = JSON.parse(await textOfStream(child.stdout)) as Record<string, unknown>;
      expect([words, await errors, await exitCode, output[row.list ?? 'items']]).toEqual([words, '', 0, ITEMS]);
    }
  });

  test.each([
    ['a list', ['customers', 'list', '--json']],
    ['an export that has no end', ['export', 'customers']],
  ])('ends with its reader, without an error: %s', async (_name, args) => {
    const { child, exitCode, errors } = started(args);
    child.stdout.once('data', () => child.stdout.destroy());
    expect([await exitCode, await errors]).toEqual([0, '']);
  });

  test('has all of the completion of a shell', async () => {
    const { child, exitCode } = started(['completion', 'bash']);
    const [output, code] = [await textOfStream(child.stdout), await exitCode];
    expect([code, output]).toEqual([0, (await latchkey(['completion', 'bash'])).out]);
  });
});
