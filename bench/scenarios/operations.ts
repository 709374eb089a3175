import { makeBareReads, SINGLE_ITEMS, type ReadShape } from '../baselines/bare-reads.ts';
import type { Bench } from '../bench.ts';
import { type Server, startWorker } from '../processes/product.ts';
import { ApiClient, type Page } from '../endpoints/api-client.ts';
import { type Contestant, Contest, type Entry } from '../endpoints/contest.ts';
import { READ_LINES, type ReadLine, READS, WRITE_LINES, WRITES } from '../endpoints/lines.ts';
import { openShop, type Shop } from '../endpoints/shop.ts';
import { read, reads, writes } from '../endpoints/workloads.ts';
import { validate } from '../operations.ts';
import type { Requests } from '../load/workload.ts';
import type { Report } from '../report.ts';

const MOST_MEMORY_MB = 350;

/**
 * Lists, single reads and writes, each against a baseline. Figures in parentheses are responses a second, and CPU time of a request
 * in the server and in PostgreSQL. CPU time is comparable on a busy machine, too.
 */
export async function operations(bench: Bench, report: Report): Promise<void> {
  const { lines, claims, rounds } = bench.plan;
  const isChosen = (line: string): boolean => lines.includes(line);
  const shop = await openShop(bench, 'bench_operations', isChosen('claims') ? claims * (rounds + 1) : 0);
  const readContest = await contestOfReads(bench, shop, READ_LINES.filter(isChosen));
  const writeContest = await contestOfWrites(bench, shop, isChosen);
  for (const contest of [readContest, writeContest]) {
    await contest.run();
    contest.report(report);
  }
  await memory(bench, shop, report);
}

async function contestOfReads(bench: Bench, shop: Shop, lines: readonly ReadLine[]): Promise<Contest> {
  const client = new ApiClient(shop.server);
  const shapes = await Promise.all(lines.map((line) => shapeOf(client, shop, line)));
  const bare = await bench.serverOn(await makeBareReads(bench.database, shapes), 'bare-reads');
  const nameOf = (line: string): string => `bare read of ${line}`;
  const baselines = shapes.map((shape): [string, Contestant] => [
    nameOf(shape.line),
    { server: bare, workload: () => bareReads(shape) },
  ]);
  const entries = lines.map((line): Entry => {
    const workload = (): Requests => reads(line, shop);
    return { line, server: shop.server, workload, baseline: nameOf(line), atLeast: READS[line].atLeast };
  });
  return new Contest(bench, new Map(baselines), entries);
}

async function shapeOf(client: ApiClient, shop: Shop, line: ReadLine): Promise<ReadShape> {
  const text = await client.text(read(line, shop, 0));
  const bytes = Buffer.byteLength(text);
  const { items, pagination } = JSON.parse(text) as Partial<Page>;
  return { line, bytes, items: items?.length ?? 1, total: pagination?.total_count ?? 1 };
}

function bareReads({ line, items, total }: ReadShape): Requests {
  const lists = total === 1 ? SINGLE_ITEMS : 1;
  return { requests: Array.from({ length: lists }, (_, list) => ({ method: 'GET', path: `/${line}/${list}/${items}` })) };
}

async function contestOfWrites(bench: Bench, shop: Shop, isChosen: (line: string) => boolean): Promise<Contest> {
  const { claims, keys } = bench.plan;
  const lines = WRITE_LINES.filter(isChosen);
  const invitations = [...shop.invitations];
  const entries = lines.map((line): Entry => {
    const workload = () => writes(line, shop, keys.usual, line === 'claims' ? invitations.splice(0, claims) : []);
    return { line, server: shop.server, workload, ...WRITES[line] };
  });
  const known = {
    bare: (): Promise<Server> => bench.server('bare'),
    validate: async (): Promise<Server> => shop.server,
  };
  const baselines = new Map<string, Contestant>();
  for (const name of ['bare', 'validate'] as const) {
    if (!entries.some(({ baseline }) => baseline === name)) continue;
    baselines.set(name, { server: await known[name](), workload: () => validate({ keys: keys.usual }) });
  }
  return new Contest(bench, baselines, entries);
}

/** The worker delivers the events of all lines while the API is under load. */
async function memory(bench: Bench, shop: Shop, report: Report): Promise<void> {
  const worker = await startWorker(shop.url);
  await bench.atMost(shop.server, validate({ keys: bench.plan.keys.usual }), { seconds: bench.plan.seconds * 2 });
  for (const [name, process] of [
    ['API', shop.server],
    ['worker', worker],
  ] as const) {
    const { peakMemoryMb } = await process.usage();
    const asked = { atMost: MOST_MEMORY_MB };
    report.add({ scenario: 'operations', what: `${name} process, peak`, value: peakMemoryMb, unit: 'MB', asked });
  }
  await worker.stop();
}
