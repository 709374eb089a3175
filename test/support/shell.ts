import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CURL_SCRIPT = join(import.meta.dirname, 'curl.mjs');
const CURL_IF_MISSING = `command -v curl >/dev/null || curl() { '${process.execPath}' '${CURL_SCRIPT}' "$@"; }`;

/** Runs a command line in a shell and returns its output. */
export async function runShell(line: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${CURL_IF_MISSING}\n${line}`]);
  return stdout;
}

/** Runs several command lines in one shell in this folder and returns their output; stops at the first failure. */
export async function runCommands(lines: string, cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-ec', `${CURL_IF_MISSING}\n${lines}`], { cwd });
  return stdout;
}
