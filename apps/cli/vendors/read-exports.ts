import { readFile } from 'node:fs/promises';
import { CliError } from '../../process/index.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { askVendor } from './apis.ts';
import { type Vendor, VENDORS } from './index.ts';
import { readRecords, UnreadableFile } from './read-records.ts';
import type { Reading } from './reading.ts';
import { isObject, type VendorRecord } from './vendor-record.ts';

interface Exports {
  /** None to ask the API of the vendor. */
  readonly files?: readonly string[];
  readonly encoding?: string;
  /** A file with the products here, by the names that they have at the vendor. */
  readonly products?: string;
}

/** What the vendor says, and which product here each of its own becomes. Throws a `CliError` for a file that cannot be read. */
export async function readExports(
  vendor: Vendor,
  { files = [], encoding, products }: Exports,
  env: NodeJS.ProcessEnv,
  now: Date,
): Promise<Reading & { readonly products: ReadonlyMap<string, string> }> {
  const known = products === undefined ? {} : await productsIn(products);
  const records = files.length > 0 ? await recordsIn(files, encoding) : await askVendor(vendor, env);
  const used = new Map<string, string>();
  const productFor = (name: string): string => {
    const product = Object.hasOwn(known, name) ? known[name]! : slugOf(name);
    used.set(name, product);
    return product;
  };
  return { ...VENDORS[vendor](records, { now, productFor }), products: used };
}

async function recordsIn(files: readonly string[], encoding: string | undefined): Promise<readonly VendorRecord[]> {
  const records: VendorRecord[] = [];
  for (const file of files) {
    const bytes = await bytesOf(file);
    try {
      for (const record of readRecords(bytes, encoding)) records.push(record);
    } catch (error) {
      throw error instanceof UnreadableFile ? new CliError(`${file} cannot be read: ${error.message}.`) : error;
    }
  }
  return records;
}

const bytesOf = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new CliError(`${file} cannot be read (${reasonOf(error)}).`);
  });

async function productsIn(file: string): Promise<Readonly<Record<string, string>>> {
  const wrong = new CliError(`${file} must be a JSON object of texts, such as {"Atlas (Team)": "atlas-team"}.`);
  try {
    const products: unknown = JSON.parse((await bytesOf(file)).toString());
    if (isObject(products) && Object.values(products).every((product) => typeof product === 'string'))
      return products as Readonly<Record<string, string>>;
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
