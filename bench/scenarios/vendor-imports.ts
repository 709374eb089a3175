import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench } from '../bench.ts';
import { queuePlaces } from '../messaging/backends.ts';
import { type BillingFixture, openBillingFixture } from '../messaging/billing-fixture.ts';
import { Shop } from '../messaging/shop.ts';
import type { Report } from '../report.ts';
import { EXPORTS_OF } from '../vendor-exports.ts';

const WARM_UP = 500;

/** `latchkey import --from` with the exports of each vendor, into an organization of its own. */
export async function vendorImports(bench: Bench, report: Report): Promise<void> {
  const { imported } = bench.plan;
  const [place] = await queuePlaces();
  for (const [vendor, exportsOf] of Object.entries(EXPORTS_OF)) {
    const url = await bench.database.makeDatabase(`bench_vendor_${vendor.replaceAll('-', '_')}`);
    const seller = await openBillingFixture(url, 1);
    await using shop = await Shop.open(bench, url, place!);
    await shop.import(seller, WARM_UP, 'warm-up');
    await shop.allProcessed();
    await shop.analyze();
    const folder = await mkdtemp(join(tmpdir(), 'exports-'));
    try {
      const files = await write(folder, exportsOf(imported));
      const scenario = `latchkey import --from ${vendor} of ${imported.toLocaleString('en')} license keys`;
      const add = (
        what: string,
        value: number,
        unit: string,
        asked: { readonly atLeast: number } | { readonly atMost: number },
      ): void => report.add({ scenario, what, value, unit, asked });
      const products = join(folder, 'products.json');
      await writeFile(products, JSON.stringify({ Atlas: seller.productId }));
      const read = await secondsOf(vendor, [...files, '--products', products, '--output', join(folder, 'lines')], shop, seller);
      const start = performance.now();
      const told = await secondsOf(vendor, [...files, '--products', products], shop, seller);
      await shop.awaitImported(seller.organizationId, 'customer-%', imported);
      const readable = (performance.now() - start) / 1000;
      add('exports read, with the start of the command', read, 's', { atMost: 5 });
      add('told', imported / told, 'purchases/s', { atLeast: 400 });
      add('keys can be read', imported / readable, 'purchases/s', { atLeast: 200 });
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}

async function write(folder: string, contents: readonly string[]): Promise<readonly string[]> {
  const files = contents.map((_content, index) => join(folder, String(index)));
  await Promise.all(files.map((file, index) => writeFile(file, contents[index]!)));
  return files;
}

/** The seconds that the command takes as an operator runs it. It fails if a line does. */
async function secondsOf(vendor: string, args: readonly string[], { api }: Shop, { token }: BillingFixture): Promise<number> {
  const start = performance.now();
  await promisify(execFile)('bin/latchkey', ['import', '--from', vendor, '--url', `http://127.0.0.1:${api.ready}`, ...args], {
    env: { ...process.env, LATCHKEY_TOKEN: token },
  });
  return (performance.now() - start) / 1000;
}
