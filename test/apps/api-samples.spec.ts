import { FIRST_API_VERSION } from '#support/api-versions';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { openApiDocument } from '../../apps/openapi/open-api-document.ts';
import { operationsOf, schemasOf } from '../../apps/openapi/reference/operations.ts';
import { PublicClient } from '../../apps/openapi/reference/samples/public-client.ts';
import { BASE_URL, ORGANIZATION } from '../../apps/openapi/reference/samples/sample-request.ts';
import { LANGUAGES, type Sample, samplesOf } from '../../apps/openapi/reference/samples/samples.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { listen } from '../support/browser.ts';
import { ROOT } from '../support/processes.ts';
import { runShell } from '../support/shell.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

/** The samples that the reference shows: all of a language, by the operation. */
const samples = new Map<Sample['language'], Map<string, string>>();
let client: PublicClient;
beforeAll(async () => {
  const document = await openApiDocument();
  client = await PublicClient.read();
  for (const language of Object.keys(LANGUAGES)) samples.set(language as Sample['language'], new Map());
  for (const operation of operationsOf(document).filter(({ isEvent }) => !isEvent)) {
    for (const { language, code } of samplesOf(operation, schemasOf(document), client, FIRST_API_VERSION)) {
      samples.get(language)!.set(operation.id, code);
    }
  }
});

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  paths: {
    '@latchkey/client': [join(ROOT, 'packages/client/src/index.ts')],
    '@latchkey/client/node': [join(ROOT, 'packages/client/src/node.ts')],
  },
};

/** What the compiler says about programs, all at once. They are only in memory, in a folder that sees the packages of the project. */
function typeErrors(programs: ReadonlyMap<string, string>): readonly string[] {
  const texts = new Map([...programs].map(([name, code]) => [join(ROOT, 'samples', `${name}.ts`), code]));
  const host = ts.createCompilerHost(OPTIONS);
  const program = ts.createProgram([...texts.keys()], OPTIONS, {
    ...host,
    fileExists: (file) => texts.has(file) || host.fileExists(file),
    readFile: (file) => texts.get(file) ?? host.readFile(file),
    getSourceFile: (file, ...more) =>
      texts.has(file) ? ts.createSourceFile(file, texts.get(file)!, ts.ScriptTarget.ES2023) : host.getSourceFile(file, ...more),
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}

test('those in TypeScript are right by the types of both clients', () => {
  const named = (language: 'typescript' | 'application') =>
    [...samples.get(language)!].map(([id, code]) => [`${id}.${language}`, `${code}\nexport {};`] as const);
  const wrong =
    "import { createPolar } from '@polar-sh/sdk/2026-04';\nawait createPolar({ accessToken: '' }).licenseKeys.update('', { notes: '' });";
  expect(typeErrors(new Map([...named('typescript'), ...named('application'), ['planted', wrong]]))).toEqual([
    expect.stringMatching(/^planted\.ts: .*'notes' does not exist in type 'LicenseKeyUpdate'/),
  ]);
});

test('the public clients are used where they have the operation', () => {
  const uses = (language: Sample['language'], text: string): number =>
    [...samples.get(language)!.values()].filter((code) => code.includes(text)).length;
  expect(uses('typescript', '@polar-sh/sdk')).toBeGreaterThan(130);
  expect(uses('python', 'from polar.v2026_04')).toBe(uses('typescript', '@polar-sh/sdk'));
  expect(samples.get('python')!.get('license_keys.get_activation')).toContain('polar.license_keys.get_activation(');
  expect([...samples.get('application')!.keys()]).toEqual(expect.arrayContaining(['customer_portal.license_keys.activate']));
});

describe('as files,', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-samples-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const written = (language: Sample['language'], extension: string): string[] =>
    [...samples.get(language)!].map(([id, code]) => {
      const path = join(folder, `${id}.${extension}`);
      writeFileSync(path, code);
      return path;
    });
  /** Null if the program is not installed here. */
  const complaints = (program: string, args: readonly string[]): string | null => {
    const { error, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    return error ? null : stdout + stderr;
  };

  test('those in Python are Python', () => {
    const parse = 'import ast, sys\nfor path in sys.argv[1:]: ast.parse(open(path).read(), path)';
    expect(complaints('python3', ['-c', parse, ...written('python', 'py')]) ?? '').toBe('');
  });

  test('those in Go are Go, in its format', () => {
    expect(complaints('gofmt', ['-e', '-l', ...written('go', 'go')]) ?? '').toBe('');
  });
});

describe('with curl,', () => {
  let api: TestApi;
  let origin: string;
  let seller: SeededOrganization;
  beforeAll(async () => {
    api = await startApi();
    seller = await seedOrganization(api);
    origin = await listen(api);
  });
  afterAll(() => api.close());

  test.each([
    ['customers.create', 201],
    ['customers.list', 200],
    ['license_keys.list', 200],
    ['products.list', 200],
    ['license_keys.get_activity', 200],
    ['metrics.get', 200],
    ['meters.create', 201],
    ['webhooks.list_endpoints', 200],
    // The organization exists, the key of the example does not.
    ['customer_portal.license_keys.validate', 404],
  ])('%s is answered with %i', async (id, status) => {
    const code = samples.get('curl')!.get(id)!.replaceAll(BASE_URL, origin).replaceAll(ORGANIZATION, seller.organization.id);
    const command = code.replace(/^curl/, String.raw`curl -sS -w '\n%{http_code}'`);
    const output = await runShell(`export LATCHKEY_TOKEN='${seller.oat}'\n${command}`);
    expect(output).toMatch(new RegExp(`\\n${status}$`));
  });
});
