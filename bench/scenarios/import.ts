import type { Bench } from '../bench.ts';
import { queuePlaces } from '../messaging/backends.ts';
import { openBillingFixture } from '../messaging/billing-fixture.ts';
import { Shop } from '../messaging/shop.ts';
import type { Report } from '../report.ts';

const WARM_UP = 500;

/** A file of orders of new customers, each with a key that was issued elsewhere and an activation. */
export async function importing(bench: Bench, report: Report): Promise<void> {
  const { imported } = bench.plan;
  for (const place of await queuePlaces()) {
    const url = await bench.database.makeDatabase(`bench_import_${place.name.toLowerCase()}`);
    const seller = await openBillingFixture(url, 1);
    await using shop = await Shop.open(bench, url, place);
    await shop.import(seller, WARM_UP, 'warm-up');
    await shop.allProcessed();
    await shop.analyze();
    const { told, readable } = await shop.import(seller, imported, 'file');
    const memory = await shop.peakMemory();
    const scenario = `import of ${imported.toLocaleString('en')} purchases`;
    const add = (what: string, value: number, asked: { readonly atLeast: number }): void =>
      report.add({ scenario, what: `${place.name}: ${what}`, value, unit: 'purchases/s', asked });
    add('told', imported / told, { atLeast: 500 });
    add('keys can be read', imported / readable, { atLeast: 200 });
    report.add({
      scenario,
      what: `${place.name}: peak memory of the api`,
      value: memory.api,
      unit: 'MB',
      asked: { atMost: 350 },
    });
  }
}
