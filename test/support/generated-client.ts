import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import * as zod from 'zod';
import { ROOT } from './processes.ts';

const GENERATOR = join(ROOT, 'node_modules/@hey-api/openapi-ts/bin/run.js');

type Schemas = Readonly<Record<string, zod.ZodType | undefined>>;

/** The code that a receiver would generate from the document, which checks values as they arrive. */
async function generated(document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-client-'));
  try {
    const input = join(folder, 'openapi.json');
    await writeFile(input, JSON.stringify(document));
    await promisify(execFile)(process.execPath, [GENERATOR, '-i', input, '-o', join(folder, 'client'), '-p', 'zod'], {
      cwd: folder,
    });
    return await readFile(join(folder, 'client/zod.gen.ts'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** `zWebhookOrderPaidWebhookRequest` is what an endpoint gets of the kind `order.paid`. */
const nameOf = (kind: string): string =>
  `zWebhook${kind.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}WebhookRequest`;

/** Returns what a generated client refuses in the body of a webhook: nothing, if it accepts the body. */
export async function generatedClientOf(document: object): Promise<(body: { readonly type: string }) => string[]> {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(await generated(document), { compilerOptions });
  const schemas: Schemas = {};
  // oxlint-disable-next-line no-new-func -- Its only import is zod.
  new Function('exports', 'require', outputText)(schemas, () => zod);
  return (body) => {
    const result = schemas[nameOf(body.type)]?.safeParse({ body });
    if (!result) return [`no schema of ${body.type}`];
    return result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  };
}
