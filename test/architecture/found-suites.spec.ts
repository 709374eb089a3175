import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './sources.ts';

test('every suite is in a folder where jest looks for suites', async () => {
  const { default: config } = (await import(join(ROOT, 'jest.config.mjs'))) as {
    readonly default: { readonly testMatch: readonly string[] };
  };
  const found = new Set(config.testMatch.flatMap((pattern) => globSync(pattern.replace('<rootDir>/', ''), { cwd: ROOT })));
  const exclude = ['**/node_modules/**', 'dist/**', '**/target/**'];
  const suites = globSync('**/*.spec.{ts,tsx,mjs}', { cwd: ROOT, exclude });
  expect(suites.length).toBeGreaterThan(300);
  expect(suites.filter((suite) => !found.has(suite))).toEqual([]);
});
