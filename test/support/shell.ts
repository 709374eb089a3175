import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CURL_SCRIPT = join(import.meta.dirname, 'curl.mjs');
const CURL_IF_MISSING = `command -v curl >/dev/null || curl() { '${process.execPath}' '${CURL_SCRIPT}' "$@"; }`;

/** What a shell prints for a line that is pasted into it. */
export async function runShell(line: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${CURL_IF_MISSING}\n${line}`]);
  return stdout;
}

/** What a shell prints for everything that is typed into it in this folder, one after the other. The first failure ends it. */
export async function runCommands(lines: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-ec', `${CURL_IF_MISSING}\n${lines}`], { cwd });
  return stdout;
}
