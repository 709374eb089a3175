import { fstatSync } from 'node:fs';

/**
 * For `node --import`: where whoever started this process holds the other end of stdin, this process ends when that one is gone, however
 * it went.
 */
if (fstatSync(0).isSocket()) {
  process.stdin.once('end', () => process.kill(process.pid, 'SIGKILL')).resume();
  process.stdin.unref();
}
