import { fstatSync } from 'node:fs';
import '../../scripts/typescript-loader.mjs';

/** For `node --import`: a process that runs the sources as they are. */

/** Where whoever started this process holds the other end of stdin: when that one is gone, however it went, so is this. */
if (fstatSync(0).isSocket()) {
  process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL')).resume();
  process.stdin.unref();
}
