import { type Vendor, VENDORS } from '../../apps/cli/vendors/index.ts';
import { readRecords } from '../../apps/cli/vendors/read-records.ts';

const NOW = new Date('2026-01-01T00:00:00.000Z');

/** What the reader of a vendor makes of files, each a text or a value of JSON, as JSON would have it. */
export function readVendor(vendor: Vendor, ...files: readonly unknown[]) {
  const records = files.flatMap((file) => readRecords(Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))));
  const { lines, notes } = VENDORS[vendor](records, { now: NOW, productFor: (name) => `our ${name}` });
  return {
    lines: JSON.parse(JSON.stringify(lines.map(({ line }) => line))) as Record<string, unknown>[],
    sources: lines.map(({ source }) => source),
    notes: Object.fromEntries([...notes].map(([sentence, sources]) => [sentence, [...sources]])),
  };
}
