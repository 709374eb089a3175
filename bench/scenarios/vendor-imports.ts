import { VENDORS, type Vendor } from '../../apps/cli/vendors/index.ts';
import { readRecords } from '../../apps/cli/vendors/read-records.ts';
import type { Bench } from '../bench.ts';
import { queuePlaces } from '../messaging/backends.ts';
import { openBillingFixture } from '../messaging/billing-fixture.ts';
import { Shop } from '../messaging/shop.ts';
import type { Report } from '../report.ts';
import { EXPORTS_OF } from '../vendor-exports.ts';

/** The exports of each vendor, from its files to license keys that can be read, into an organization of its own. */
export async function vendorImports(bench: Bench, report: Report): Promise<void> {
  const { imported } = bench.plan;
  const [place] = await queuePlaces();
  for (const [vendor, exportsOf] of Object.entries(EXPORTS_OF)) {
    const url = await bench.database.makeDatabase(`bench_vendor_${vendor.replaceAll('-', '_')}`);
    const seller = await openBillingFixture(url, 1);
    await using shop = await Shop.open(bench, url, place!);
    const files = exportsOf(imported).map((file) => Buffer.from(file));
    const start = performance.now();
    const records = files.flatMap((file) => readRecords(file));
    const { lines } = VENDORS[vendor as Vendor](records, { now: new Date(), productFor: () => seller.productId });
    const read = (performance.now() - start) / 1000;
    if (lines.length !== imported) throw new Error(`${vendor} has ${lines.length} lines instead of ${imported}`);
    const { told, readable } = await shop.importLines(
      seller,
      lines.map(({ line }) => JSON.stringify(line)),
      'customer-%',
    );
    const scenario = `import of ${imported.toLocaleString('en')} license keys of ${vendor}`;
    report.add({ scenario, what: 'exports read', value: read, unit: 's', asked: { atMost: 5 } });
    report.add({ scenario, what: 'told', value: imported / told, unit: 'purchases/s', asked: { atLeast: 500 } });
    report.add({ scenario, what: 'keys can be read', value: imported / readable, unit: 'purchases/s', asked: { atLeast: 200 } });
  }
}
