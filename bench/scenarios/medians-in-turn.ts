import { median } from '../statistics.ts';

interface Turns {
  readonly warmUp: number;
  readonly measured: number;
}

/** The median milliseconds of each work; all of them are done in every turn. The numbers of turns that warm up are below zero. */
export async function mediansInTurn(
  works: readonly ((turn: number) => Promise<unknown>)[],
  { warmUp, measured }: Turns,
): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let turn = -warmUp; turn < measured; turn++) {
    for (const [index, work] of works.entries()) {
      const started = performance.now();
      await work(turn);
      if (turn >= 0) times[index]!.push(performance.now() - started);
    }
  }
  return times.map(median);
}
