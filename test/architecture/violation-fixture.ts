import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { contexts } from './sources.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** A file of the sample project and its imports. */
export interface Planted {
  readonly file: string;
  readonly imports: readonly string[];
}

export interface Cruise {
  /** The names of all rules that were applied. */
  readonly rules: string[];
  /** The violated rules by file. */
  readonly broken: ReadonlyMap<string, readonly string[]>;
}

interface CruiseResult {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
  };
}

const layersOf = (context: string): string[] =>
  [
    'src/index.ts',
    'src/contract/index.ts',
    'src/contract/found.ts',
    'src/needs/index.ts',
    'src/views/index.ts',
    'src/views/thing.view.ts',
    'src/domain/thing.ts',
    'src/domain/thing.events.ts',
    'src/commands/make-thing.ts',
    'src/queries/get-thing.ts',
    'src/adapters/http/thing.dto.ts',
    'src/adapters/persistence/thing.mapping.ts',
    'src/adapters/persistence/things.repository.ts',
    'src/adapters/persistence/sql/things.ts',
    'src/adapters/messaging/make-thing-when-asked.ts',
    'testing/index.ts',
    'testing/thing.builder.ts',
    'migrations/migration-1.ts',
  ].map((file) => `libs/${context}/${file}`);

const HOUSE = [
  ...['alpha', 'beta'].flatMap(layersOf),
  ...contexts().flatMap((context) => ['contract', 'views'].map((door) => `libs/${context}/src/${door}/index.ts`)),
  ...['auth', 'config', 'http', 'messaging', 'wire'].map((part) => `libs/platform/src/${part}/index.ts`),
  ...['outbox', 'persistence', 'secrets'].map((part) => `libs/engine/src/${part}/index.ts`),
  'libs/licensing/src/domain/signing/signer.ts',
  'libs/engine/src/persistence/batches.ts',
  'libs/platform/src/http/composition.ts',
  'libs/platform/src/http/server.ts',
  'libs/kernel/src/index.ts',
  'libs/kernel/src/clock.ts',
  'libs/support/src/days/days.ts',
  'libs/support/src/days/index.ts',
  'libs/support/src/texts/index.ts',
  'apps/api/main.ts',
  'apps/cli/main.ts',
  'apps/contexts.ts',
  'apps/process/index.ts',
  'apps/process/run.ts',
  'apps/standalone/main.ts',
  'apps/web/build.mjs',
  'apps/web/console/context.ts',
  'apps/web/portal/context.ts',
  'apps/web/ui/button.ts',
  'apps/worker/main.ts',
  'packages/client/src/index.ts',
  'packages/client/src/node.ts',
  'packages/conformance/src/kit.ts',
  'test/support/api.ts',
];

const PACKAGES = {
  '@mikro-orm/core': {},
  '@mikro-orm/migrations': {},
  '@nestjs/common': {},
  '@nestjs/cqrs': {},
  '@nestjs/testing': {},
  fastify: {},
  'fast-check': {},
  jose: {},
  kysely: { deprecated: 'gone' },
  pg: {},
  stdnum: {},
  react: {},
  'not-in-package-json': {},
};

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Creates a small project with these files in a temporary folder and applies this project's rules to it. */
export function cruise(planted: readonly Planted[]): Cruise {
  const house = mkdtempSync(join(tmpdir(), 'latchkey-house-'));
  try {
    for (const file of ['package.json', 'tsconfig.json']) cpSync(join(ROOT, file), join(house, file));
    for (const file of HOUSE) write(join(house, file), 'export {};\n');
    for (const [name, manifest] of Object.entries(PACKAGES)) {
      write(join(house, 'node_modules', name, 'package.json'), JSON.stringify({ name, main: 'index.js', ...manifest }));
      write(join(house, 'node_modules', name, 'index.js'), '');
    }
    for (const { file, imports } of planted) {
      write(join(house, file), ['export {};', ...imports.map((each) => `import type {} from '${each}';`)].join('\n'));
    }
    const folders = [
      'apps',
      'libs',
      'packages',
      'test',
      ...(planted.some(({ file }) => file.startsWith('bench/')) ? ['bench'] : []),
    ];
    return read(run(house, folders));
  } finally {
    rmSync(house, { recursive: true });
  }
}

function run(house: string, folders: readonly string[]): CruiseResult {
  const config = ['--config', join(ROOT, '.dependency-cruiser.mjs'), '--output-type', 'json'];
  const options = { cwd: house, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return JSON.parse(execFileSync(process.execPath, [CRUISER, ...config, ...folders], options)) as CruiseResult;
}

function read({ summary }: CruiseResult): Cruise {
  const broken = new Map<string, string[]>();
  for (const { from, rule } of summary.violations) broken.set(from, [...(broken.get(from) ?? []), rule.name]);
  return { rules: [...new Set(summary.ruleSetUsed.forbidden.map(({ name }) => name))], broken };
}
