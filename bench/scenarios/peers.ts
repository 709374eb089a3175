import type { Bench } from '../bench.ts';
import { validate } from '../operations.ts';
import { betterAuth } from '../peers/better-auth.ts';
import { describedPeer } from '../peers/described-peer.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

/**
 * Validations of the product and verifications of what a user would pick instead, in turn, with the same number of keys and the same
 * load.
 */
export async function peers(bench: Bench, report: Report): Promise<void> {
  const keys = bench.plan.keys.usual;
  const product = await bench.server('product');
  for (const start of [betterAuth, ...bench.plan.peers.map(describedPeer)]) {
    await using peer = await start(bench, keys);
    await bench.database.checkpoint();
    const rounds: { readonly ours: number; readonly theirs: number }[] = [];
    for (let round = 0; round < bench.plan.rounds; round++) {
      const ours = await bench.atMost(product, validate({ keys }));
      const theirs = await bench.atMost(peer.server, peer.workload, peer);
      rounds.push({ ours: ours.perSecond, theirs: theirs.perSecond });
    }
    const add = (what: string, unit: string, of: (round: (typeof rounds)[number]) => number): void =>
      report.add({ scenario: `peers, ${keys.toLocaleString('en')} keys`, what, value: median(rounds.map(of)), unit });
    add('validate', 'requests/s', ({ ours }) => ours);
    add(peer.name, 'requests/s', ({ theirs }) => theirs);
    add(`validate / ${peer.name}`, '×', ({ ours, theirs }) => ours / theirs);
  }
}
