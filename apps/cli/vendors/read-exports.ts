import { readFile } from 'node:fs/promises';
import { CliError } from '../../process/index.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { type Vendor, VENDORS } from './index.ts';
import { readRecords, UnreadableFile } from './read-records.ts';
import type { Reading } from './reading.ts';
import type { VendorRecord } from './vendor-record.ts';

interface Exports {
  readonly files: readonly string[];
  readonly encoding?: string;
  /** A file with the products here, by the names that they have at the vendor. */
  readonly products?: string;
}

/** What the files say, and which product here each of theirs becomes. Throws a `CliError` for a file that cannot be read. */
export async function readExports(
  vendor: Vendor,
  { files, encoding, products }: Exports,
  now: Date,
): Promise<Reading & { readonly products: ReadonlyMap<string, string> }> {
  const known = products === undefined ? {} : await productsIn(products);
  const records: VendorRecord[] = [];
  for (const file of files) {
    const bytes = await bytesOf(file);
    try {
      for (const record of readRecords(bytes, encoding)) records.push(record);
    } catch (error) {
      throw error instanceof UnreadableFile ? new CliError(`${file} cannot be read: ${error.message}.`) : error;
    }
  }
  const used = new Map<string, string>();
  const productFor = (name: string): string => {
    const product = Object.hasOwn(known, name) ? known[name]! : slugOf(name);
    used.set(name, product);
    return product;
  };
  return { ...VENDORS[vendor](records, { now, productFor }), products: used };
}

const bytesOf = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new CliError(`${file} cannot be read (${reasonOf(error)}).`);
  });

async function productsIn(file: string): Promise<Readonly<Record<string, string>>> {
  const wrong = new CliError(`${file} must be a JSON object of texts, such as {"Atlas (Team)": "atlas-team"}.`);
  try {
    const products = JSON.parse((await bytesOf(file)).toString()) as Readonly<Record<string, string>>;
    if (Object.values(products).every((product) => typeof product === 'string')) return products;
  } catch (error) {
    throw error instanceof SyntaxError ? wrong : error;
  }
  throw wrong;
}

/** `Atlas (Team)` is the product with the slug `atlas-team` in its metadata, unless the file says another one. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
