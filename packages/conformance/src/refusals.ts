import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../refusals.json');
const [BEGIN, END] = ['<!-- begin refusals -->', '<!-- end refusals -->'];

/** What people are told of a refusal. */
export interface Refusal {
  readonly code: string;
  readonly sentence: string;
  readonly next: string;
}

export const REFUSALS = JSON.parse(readFileSync(FILE, 'utf8')) as readonly Refusal[];

/** The text of a README with the table of refusals between its marks. */
export function withRefusals(text: string): string {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`There is no table of refusals between ${BEGIN} and ${END}.`);
  const rows = REFUSALS.map(({ code, sentence, next }) => `| \`${code}\` | ${sentence} | ${next} |`);
  const table = ['| code | sentence | next step |', '| --- | --- | --- |', ...rows].join('\n');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}
