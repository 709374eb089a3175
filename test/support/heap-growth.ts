import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
export const collect = runInNewContext('gc') as (options: { readonly type: 'major' | 'minor' }) => void;

const ROUNDS = 5;

const used = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => space_name === 'new_space' || space_name === 'old_space')
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

/**
 * The bytes that a collection of the young generation leaves of what the work allocates, in the first round with less than `enough`, else in the
 * round with the least. The rest of the process allocates as well, in some rounds: what the work keeps is kept in each of them.
 */
export async function leastHeapGrowth(work: () => Promise<void>, enough: number): Promise<number> {
  let least = Infinity;
  await work();
  for (let round = 0; round < ROUNDS && least >= enough; round++) {
    collect({ type: 'major' });
    const before = used();
    await work();
    collect({ type: 'minor' });
    least = Math.min(least, used() - before);
  }
  return least;
}
