import { existsSync } from 'node:fs';
import { say, Table } from '../report.ts';
import { type Cell, writeResults } from '../results-page.ts';
import type { Mutant, Mutated } from './mutant.ts';
import { MutatedCopy } from './mutated-copy.ts';

const ENOUGH = 0.95;

interface Missed {
  readonly language: string;
  readonly mutant: Mutant;
}

interface Asked {
  /** The rules that contain this. */
  readonly only: string | undefined;
  /** Whether the page of results is written. */
  readonly isWritten: boolean;
}

/**
 * Breaks each client in each known way, and prints which breakages a case notices. False if fewer than 95 % of those of a language are, or
 * one that no case notices is not named as such.
 */
export async function reportMutants(clients: readonly Mutated[], { only, isWritten }: Asked): Promise<boolean> {
  const ready = clients.filter((client) => existsSync(client.language(client.folder).needs ?? client.folder));
  for (const { name } of clients.filter((each) => !ready.includes(each))) say(`${name} is left out: its tools are missing.`);
  const rules = [...new Set(ready.flatMap(({ mutants }) => mutants.map(({ breaks }) => breaks)))].filter(
    (rule) => only === undefined || rule.includes(only),
  );
  const names = ready.map(({ name }) => name);
  const table = new Table(rules, names);
  const missed: Missed[] = [];
  const found: Cell[] = [];
  await using copies = new AsyncDisposableStack();
  const copyOf = new Map(ready.map((client) => [client, copies.use(new MutatedCopy(client))]));
  for (const rule of rules) {
    const cells: string[] = [];
    for (const client of ready) {
      const mutant = client.mutants.find(({ breaks }) => breaks === rule);
      const isCaught = mutant === undefined ? undefined : await copyOf.get(client)!.isNoticed(mutant);
      if (isCaught === false) missed.push({ language: client.name, mutant: mutant! });
      cells.push(isCaught === undefined ? '–' : isCaught ? 'caught' : 'missed');
    }
    table.add(rule, cells);
    found.push(...cells.map((text, n) => ({ row: rule, language: names[n]!, text })));
  }
  if (isWritten) await writeResults('mutants', found);
  say('');
  for (const { language, mutant } of missed)
    say(`${language}: missed: ${mutant.breaks}: ${mutant.unnoticed ?? 'no case notices'}`);
  const isEnough = ready.map((client) => {
    const all = client.mutants.filter(({ breaks }) => rules.includes(breaks)).length;
    const left = missed.filter(({ language }) => language === client.name).length;
    say(`${client.name}: ${all - left} of ${all} caught (${(100 * (1 - left / all)).toFixed(1)} %)`);
    return (all - left) / all >= ENOUGH;
  });
  return isEnough.every(Boolean) && missed.every(({ mutant }) => mutant.unnoticed !== undefined);
}
