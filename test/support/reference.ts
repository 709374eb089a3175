import { execFileSync } from 'node:child_process';
import { ROOT } from './processes.ts';

/** The reference that services here serve is that of the sources as they are. */
export const buildReference = (): void =>
  void execFileSync(process.execPath, ['scripts/reference.mjs', '--source'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
