import { equal, match } from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FirstBlock } from '../language.ts';
import type { Case } from '../kit.ts';
import { runCommand } from '../run-command.ts';
import { ISSUER } from '../service/signing.ts';

const OFFLINE = /^Not licensed: (?:no_lease|not_activated)\r?\nLicense key: That did not work\.[^]*\bnetwork\b/;
const LICENSED = /^Not licensed: (?:no_lease|not_activated)\r?\nLicense key: Licensed: (?:true|yes)\r?\n$/i;

/** The option that names the service as it calls itself, which is not the URL at which it is reached here. By the ending of the file. */
const ISSUER_OPTIONS: Readonly<Record<string, string>> = {
  '.mts': `issuer: '${ISSUER}', `,
  '.py': `issuer="${ISSUER}", `,
  '.go': `Issuer: "${ISSUER}", `,
  '.rs': `issuer: Some("${ISSUER}".into()), `,
  '.java': `.issuer("${ISSUER}")`,
  '.php': `issuer' => '${ISSUER}', '`,
};
const BENEFIT = /\.?benefit_?ids[^\n]*?["']([0-9a-f-]{36})["']/i;

/** The first block of code in a README, for a service at a URL, and the benefit whose license keys it accepts. */
function blockOf({ readme, file }: FirstBlock, url: string): { readonly block: string; readonly benefitId: string } {
  const [, block] = /^```\w+\n(.*?)^```$/ms.exec(readFileSync(readme, 'utf8')) ?? [];
  const [option, benefitId] = BENEFIT.exec(block ?? '') ?? [];
  const issuer = ISSUER_OPTIONS[extname(file)];
  if (block === undefined || option === undefined || issuer === undefined) throw new Error(`There is no block in ${readme}.`);
  return { block: block.replace(ISSUER, url).replace(option, `${issuer}${option}`), benefitId: benefitId! };
}

/** What somebody does first with a library: pastes the first block of its README into a fresh folder, and runs it until there is a license. */
export const FIRST_BLOCK: Case = {
  name: 'the first block of the README',
  isFor: ({ firstBlock }) => firstBlock !== undefined,
  run: async (kit) => {
    const firstBlock = kit.language.firstBlock!;
    const cwd = mkdtempSync(join(kit.folder, 'first-block-'));
    const { block, benefitId } = blockOf(firstBlock, kit.service.url);
    const { key } = kit.service.issue({ benefitId });
    writeFileSync(join(cwd, firstBlock.file), block);
    const prepared = await runCommand(firstBlock.prepare ?? ':', cwd, process.env);
    equal(prepared.code, 0, prepared.said + prepared.errors);
    const home = { HOME: cwd, XDG_DATA_HOME: cwd, XDG_CONFIG_HOME: cwd, LOCALAPPDATA: cwd, APPDATA: cwd };
    const says = async (expected: RegExp): Promise<void> => {
      const { code, said, errors } = await runCommand(firstBlock.run, cwd, { ...process.env, ...home }, `${key}\n`);
      equal(errors, '');
      match(said, expected);
      equal(code, 0);
    };
    kit.offline();
    await says(OFFLINE);
    kit.online();
    await says(LICENSED);
  },
};
