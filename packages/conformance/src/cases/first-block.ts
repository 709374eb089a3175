import { equal, match } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FirstBlock } from '../drivers.ts';
import type { Case } from '../kit.ts';

const SAID = /^Not licensed: no_lease\r?\nLicense key: That did not work\.[^]*\bnetwork\b/;

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly errors: string;
}

async function run(command: string, cwd: string, env: NodeJS.ProcessEnv, input = ''): Promise<Ended> {
  const child = spawn(command, { cwd, env, shell: true, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => {}).end(input);
  const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, said, errors };
}

/** The first block of code in a README, for a service that nobody can reach. */
function blockOf({ readme }: FirstBlock): string {
  const [, block] = /^```\w+\n(.*?)^```$/ms.exec(readFileSync(readme, 'utf8')) ?? [];
  if (block === undefined) throw new Error(`There is no block in ${readme}.`);
  return block.replace('https://licenses.example.com', 'http://127.0.0.1:1');
}

/** What somebody does first with a library: pastes the first block of its README into a fresh folder, and runs it. */
export const FIRST_BLOCK: Case = {
  name: 'the first block of the README',
  run: async ({ folder, language: { name, firstBlock } }) => {
    if (!firstBlock) throw new Error(`Nothing says how that for ${name} is run.`);
    const cwd = mkdtempSync(join(folder, 'first-block-'));
    writeFileSync(join(cwd, firstBlock.file), blockOf(firstBlock));
    const prepared = await run(firstBlock.prepare ?? ':', cwd, process.env);
    equal(prepared.code, 0, prepared.said + prepared.errors);
    const home = { HOME: cwd, XDG_DATA_HOME: cwd, XDG_CONFIG_HOME: cwd, LOCALAPPDATA: cwd, APPDATA: cwd };
    const { code, said, errors } = await run(firstBlock.run, cwd, { ...process.env, ...home }, 'KEY\n');
    equal(errors, '');
    match(said, SAID);
    equal(code, 0);
  },
};
