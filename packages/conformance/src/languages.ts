import { join } from 'node:path';
import type { Language } from './drivers.ts';

const ROOT = join(import.meta.dirname, '../../..');
const node = `"${process.execPath}" --conditions=source --import ./scripts/typescript-loader.mjs`;
const python = 'packages/clients/python/.venv/bin/python';
const rust = 'packages/clients/rust/target/debug/examples/conformance';

/** The clients of this repository, and how their drivers are started. */
export const LANGUAGES: readonly Language[] = [
  { name: 'typescript', command: `exec ${node} packages/client/conformance/driver.ts`, cwd: ROOT },
  {
    name: 'python',
    command: `exec ${python} packages/clients/python/conformance/driver.py`,
    cwd: ROOT,
    needs: join(ROOT, python),
  },
  { name: 'rust', command: `exec ${rust}`, cwd: ROOT, needs: join(ROOT, rust) },
];
