import { fstatSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import '../../scripts/typescript-loader.mjs';

/** For `node --import`: a process that runs the sources as they are. */

/** Tests start the same program many times: each process reads what an earlier one has compiled. */
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/latchkey-compiled'));

/** Where whoever started this process holds the other end of stdin: when that one is gone, however it went, so is this. */
if (fstatSync(0).isSocket()) {
  process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL')).resume();
  process.stdin.unref();
}
