import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { LANGUAGES } from '../packages/conformance/src/languages.ts';
import { withRefusals } from '../packages/conformance/src/refusals.ts';

/** Writes the table of refusals into the README of each client, from `packages/conformance/refusals.json`. */
for (const { firstBlock } of LANGUAGES) {
  const text = withRefusals(readFileSync(firstBlock.readme, 'utf8'));
  writeFileSync(firstBlock.readme, await format(text, { ...(await resolveConfig(firstBlock.readme)), parser: 'markdown' }));
}
