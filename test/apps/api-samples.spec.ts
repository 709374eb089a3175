import { FIRST_API_VERSION } from '#support/api-versions';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { openApiDocument } from '../../apps/openapi/open-api-document.ts';
import { operationsOf, schemasOf } from '../../apps/openapi/reference/operations.ts';
import { PublicClient } from '../../apps/openapi/reference/samples/public-client.ts';
import { BASE_URL, ORGANIZATION } from '../../apps/openapi/reference/samples/sample-request.ts';
import { LANGUAGES, type Sample, samplesOf } from '../../apps/openapi/reference/samples/samples.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { listen } from '../support/browser.ts';
import { callAs } from '../support/call.ts';
import { ROOT } from '../support/processes.ts';
import { runShell } from '../support/shell.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

/** Programs of several languages are compiled and run. */
import.meta.jest.setTimeout(240_000);

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

/** What runs a sample of a language, given its file; null where it cannot run here. */
type Runner = (file: string) => readonly [program: string, ...args: string[]];

describe('run whole,', () => {
  let api: TestApi;
  let origin: string;
  let seller: SeededOrganization;
  /** What a reader puts in place of the ID of an example, by the field that has it. */
  let ids: Readonly<Record<string, string>>;
  let key: string;
  let folder: string;
  beforeAll(async () => {
    api = await startApi();
    seller = await seedOrganization(api);
    origin = await listen(api);
    const call = callAs(api, seller.oat);
    const customer = await call('POST', '/v1/customers/', { email: 'grace@example.com' });
    const benefit = await call('POST', '/v1/benefits/', { type: 'license_keys', description: 'Pro', properties: {} });
    const product = await call('POST', '/v1/products/', { name: 'Pro', prices: [{ amount_type: 'fixed', price_amount: 2900 }] });
    ids = { customer_id: customer.body.id, benefit_id: benefit.body.id, product_id: product.body.id };
    const issued = await call('POST', '/v1/license-keys/', { customer_id: ids['customer_id'], benefit_id: ids['benefit_id'] });
    key = issued.body.key;
    folder = mkdtempSync(join(tmpdir(), 'latchkey-samples-run-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await api.close();
  });

  const TEN = [
    'customers.list',
    'license_keys.list',
    'license_keys.get_activity',
    'metrics.get',
    'meters.create',
    'benefits.create',
    'products.create',
    'webhooks.create_endpoint',
    'license_keys.issue',
    'customer_portal.license_keys.validate',
  ] as const;

  /** The code of a sample with what its reader puts into it. */
  const codeOf = (language: Sample['language'], id: string): string =>
    Object.entries(ids)
      .reduce(
        (code, [field, value]) => code.replaceAll(new RegExp(`(${field}["']?\\s*[:=]\\s*["'])[0-9a-f-]{36}`, 'g'), `$1${value}`),
        samples.get(language)!.get(id)!,
      )
      .replaceAll(BASE_URL, origin)
      .replaceAll(ORGANIZATION, seller.organization.id)
      .replaceAll(/ACME-[0-9A-F-]{36}/g, key);

  /** Null if it ends well; otherwise what it says. */
  async function failureOf([program, ...args]: ReturnType<Runner>): Promise<string | null> {
    const env = { ...process.env, LATCHKEY_TOKEN: seller.oat, NODE_OPTIONS: '' };
    try {
      const { stdout } = await promisify(execFile)(program, args, { env, cwd: folder });
      return stdout.trim() === '' ? 'It prints nothing.' : null;
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      return `${stdout ?? ''}${stderr ?? String(error)}`;
    }
  }

  /** What goes wrong with samples of a language, each saved and run. */
  async function failures(
    language: Sample['language'],
    extension: string,
    run: Runner,
    of: readonly string[] = TEN,
  ): Promise<string[]> {
    const found: string[] = [];
    for (const id of of) {
      const file = join(folder, `${id}.${extension}`);
      writeFileSync(file, codeOf(language, id));
      const failure = await failureOf(run(file));
      if (failure !== null) found.push(`${id}: ${failure}`);
    }
    return found;
  }

  test('in curl', async () => {
    for (const id of TEN) {
      const command = codeOf('curl', id).replace(/^curl/, 'curl -sS --fail-with-body');
      const output = await runShell(`export LATCHKEY_TOKEN='${seller.oat}'\n${command}`);
      expect([id, output]).toEqual([id, expect.stringMatching(/^[[{]/)]);
    }
  });

  test('in TypeScript', async () => {
    expect(await failures('typescript', 'mts', (file) => [process.execPath, file])).toEqual([]);
  });

  const { PYTHON_PACKAGES } = process.env;
  if (!PYTHON_PACKAGES) process.stderr.write('Left out: samples in Python are not run (PYTHON_PACKAGES is not set).\n');

  async function runPython(packages: string) {
    const python = join(folder, 'python/bin/python');
    const install = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-compile', '--find-links', packages, 'polar-sdk'];
    await promisify(execFile)('python3', ['-m', 'venv', join(folder, 'python')]);
    await promisify(execFile)(python, install);
    const run: Runner = (file) => [python, file];
    const unknown = ['customers.get', 'connectors.get'];
    return { failures: await failures('python', 'py', run), refusals: await failures('python', 'py', run, unknown) };
  }

  test('in Python, where a refusal is shown with its reason', async () => {
    const none = { failures: [], refusals: ['404: Not found', '404: Not found'] };
    const refused = expect.stringMatching(/404.*Not found/);
    expect(PYTHON_PACKAGES ? await runPython(PYTHON_PACKAGES) : none).toEqual({ failures: [], refusals: [refused, refused] });
  });

  const hasGo = spawnSync('go', ['version']).status === 0;
  if (!hasGo) process.stderr.write('Left out: samples in Go are not run (there is no Go).\n');

  async function failuresInGo(): Promise<string[]> {
    writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.21\n');
    for (const id of TEN) {
      mkdirSync(join(folder, id));
      writeFileSync(join(folder, id, 'main.go'), codeOf('go', id));
    }
    mkdirSync(join(folder, 'go'));
    await promisify(execFile)('go', ['build', '-o', join(folder, 'go'), './...'], { cwd: folder });
    const found: string[] = [];
    for (const id of TEN) {
      const { stdout } = await promisify(execFile)(join(folder, 'go', id), { env: { LATCHKEY_TOKEN: seller.oat } });
      if (!/^20[01] /.test(stdout)) found.push(`${id}: ${stdout}`);
    }
    return found;
  }

  test('in Go', async () => {
    expect(hasGo ? await failuresInGo() : []).toEqual([]);
  });
});
