import { equal, match } from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirstBlock } from '../drivers.ts';
import type { Case } from '../kit.ts';
import { runCommand } from '../run-command.ts';

const SAID = /^Not licensed: (?:no_lease|not_activated)\r?\nLicense key: That did not work\.[^]*\bnetwork\b/;

/** The first block of code in a README, for a service that nobody can reach. */
function blockOf({ readme }: FirstBlock): string {
  const [, block] = /^```\w+\n(.*?)^```$/ms.exec(readFileSync(readme, 'utf8')) ?? [];
  if (block === undefined) throw new Error(`There is no block in ${readme}.`);
  return block.replace('https://licenses.example.com', 'http://127.0.0.1:1');
}

/** What somebody does first with a library: pastes the first block of its README into a fresh folder, and runs it. */
export const FIRST_BLOCK: Case = {
  name: 'the first block of the README',
  isFor: ({ firstBlock }) => firstBlock !== undefined,
  run: async ({ folder, language }) => {
    const firstBlock = language.firstBlock!;
    const cwd = mkdtempSync(join(folder, 'first-block-'));
    writeFileSync(join(cwd, firstBlock.file), blockOf(firstBlock));
    const prepared = await runCommand(firstBlock.prepare ?? ':', cwd, process.env);
    equal(prepared.code, 0, prepared.said + prepared.errors);
    const home = { HOME: cwd, XDG_DATA_HOME: cwd, XDG_CONFIG_HOME: cwd, LOCALAPPDATA: cwd, APPDATA: cwd };
    const { code, said, errors } = await runCommand(firstBlock.run, cwd, { ...process.env, ...home }, 'KEY\n');
    equal(errors, '');
    match(said, SAID);
    equal(code, 0);
  },
};
