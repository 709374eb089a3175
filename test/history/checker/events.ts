import type { MeteredEvent } from '../operations.ts';
import type { Selection } from './select.ts';

const sumOf = (events: readonly MeteredEvent[]): number => events.reduce((sum, { units }) => sum + units, 0);

/** All that is wrong with ingested events and what meters make of them. */
export function eventViolations(operations: Selection): string[] {
  const read = operations.read('read events');
  if (!read) return ['Nothing was read in the end'];
  const { events, count, sum } = read;
  const stored = Map.groupBy(events, ({ name }) => name);
  const possible = new Set(operations.possible('ingest').flatMap(({ input }) => input.batch.map(({ name }) => name)));
  const wrong = [...stored].flatMap(([name, same]) => [
    ...(possible.has(name) ? [] : [`${name} exists, but was refused or never sent`]),
    ...(same.length > 1 ? [`${name} exists ${same.length} times`] : []),
  ]);
  for (const same of Map.groupBy(operations.all('ingest'), ({ input }) => input.batch[0]!.name).values()) {
    const { batch } = same[0]!.input;
    const existing = batch.filter(({ name }) => stored.has(name));
    const done = same.flatMap((each) => (each.outcome === 'done' ? [each.answer] : []));
    const inserted = done.reduce((total, answer) => total + answer.inserted, 0);
    const names = `${batch[0]!.name} to ${batch.at(-1)!.name}`;
    if (done.length > 0 && existing.length < batch.length) wrong.push(`${batch.length - existing.length} of ${names} are lost`);
    else if (existing.length > 0 && existing.length < batch.length) wrong.push(`Only ${existing.length} of ${names} exist`);
    if (inserted > batch.length) wrong.push(`${names} were counted as new ${inserted} times, and are ${batch.length}`);
    const isKnown = same.every(({ outcome }) => outcome !== 'unknown');
    if (isKnown && done.length > 0 && inserted < batch.length) wrong.push(`${names} were counted as new ${inserted} times only`);
    if (done.some((each) => each.inserted + each.duplicates !== batch.length)) wrong.push(`${names} were miscounted`);
  }
  if (count !== events.length) wrong.push(`The meter has counted ${count} events, and there are ${events.length}`);
  if (sum !== sumOf(events)) wrong.push(`The meter has summed up ${sum} units, and there are ${sumOf(events)}`);
  return wrong;
}
