import type { Bench } from '../bench.ts';
import { validate } from '../operations.ts';
import type { Server } from '../processes/product.ts';
import { AS_SHIPPED, Child } from '../processes/start-child.ts';
import type { Cost } from '../profile.ts';

const SHOWN = 25;

const table = (costs: readonly Cost[]): string =>
  costs
    .slice(0, SHOWN)
    .map(({ where, share }) => `${(share * 100).toFixed(1).padStart(6)} %  ${where}`)
    .join('\n');

/** CPU profile of the API process at maximum validate throughput. */
export async function profile(bench: Bench): Promise<void> {
  const { keys, warmUp, seconds } = bench.plan;
  // Not bundled, so that places have names.
  const module = new URL('../target.js', import.meta.url);
  const server: Server = await Child.start(module, ['product', await bench.dataSet('product', keys.usual)], AS_SHIPPED);
  const load = { keys: keys.usual };
  await bench.atMost(server, validate(load), { warmUp: 0, seconds: warmUp });
  const [{ busy, places, functions }] = await Promise.all([
    server.ask('profile', seconds),
    bench.atMost(server, validate(load), { warmUp: 0, seconds: seconds + 1 }),
  ]);
  console.log(`The API process under validate load, busy ${(busy * 100).toFixed(0)} % of the time. Self time by location:`);
  console.log(`${table(places)}\n\nBy function:\n${table(functions)}\n`);
  await server.stop();
}
