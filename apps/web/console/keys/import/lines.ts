import type { CsvRecord } from './csv.ts';

export const FIELDS = ['key', 'email', 'name', 'product', 'purchased', 'usage', 'device'] as const;
export type Field = (typeof FIELDS)[number];
export const REQUIRED: readonly Field[] = ['key', 'email'];

/** The column of each field, or null if the file does not have it. */
export type Mapping = Readonly<Record<Field, number | null>>;

/** How columns are usually called, in small letters and without what is not a letter. */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  key: ['key', 'licensekey', 'license', 'licensekeyskey', 'serial', 'serialnumber', 'lizenzschlüssel', 'schlüssel'],
  email: ['email', 'customeremail', 'emailaddress', 'mail', 'emailadresse'],
  name: ['name', 'customername', 'customer', 'kunde'],
  product: ['product', 'productid', 'produkt', 'slug'],
  purchased: ['purchasedat', 'purchased', 'date', 'createdat', 'startedat', 'datum', 'gekauftam'],
  usage: ['usage', 'licensekeysusage', 'nutzung'],
  device: ['device', 'devicelabel', 'label', 'machine', 'licensekeysactivationslabel', 'gerät'],
};

const plain = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** The columns whose titles say which field they are. */
export function guessMapping(header: readonly string[]): Mapping {
  const titles = header.map(plain);
  const columnOf = (field: Field): number | null => {
    const found = NAMES[field].map((name) => titles.indexOf(name)).find((index) => index >= 0);
    return found ?? null;
  };
  return Object.fromEntries(FIELDS.map((field) => [field, columnOf(field)])) as Mapping;
}

export interface Purchasable {
  readonly id: string;
  readonly is_recurring: boolean;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

/** What is the same for all keys. */
export interface Common {
  /** Of keys whose line does not name one. */
  readonly productId: string | null;
  readonly benefitId: string | null;
  readonly products: readonly Purchasable[];
}

export type RowProblem = 'noKey' | 'noEmail' | 'noProduct' | 'repeated';

/** A line of the file as the import takes it, or why it cannot be sent. */
export type Row = { readonly line: number; readonly key: string } & (
  { readonly value: object } | { readonly problem: RowProblem }
);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The purchases that the keys came with. The key is their external id, so that a file that is sent again changes nothing. */
export function rowsOf(records: readonly CsvRecord[], mapping: Mapping, common: Common): readonly Row[] {
  const known = new Set<string>();
  return records.map(({ line, fields }) => {
    const text = (field: Field): string => (mapping[field] === null ? '' : (fields[mapping[field]] ?? '').trim());
    const key = text('key');
    const product = text('product') || common.productId;
    const problem = problemOf(key, text('email'), product, known);
    known.add(key);
    return problem ? { line, key, problem } : { line, key, value: purchaseOf(text, product!, common) };
  });
}

function problemOf(key: string, email: string, product: string | null, known: ReadonlySet<string>): RowProblem | null {
  if (key === '') return 'noKey';
  if (known.has(key)) return 'repeated';
  if (email === '') return 'noEmail';
  return product === null ? 'noProduct' : null;
}

function purchaseOf(text: (field: Field) => string, product: string, { products, productId, benefitId }: Common): object {
  const [key, name, day, usage, label] = [text('key'), text('name'), text('purchased'), text('usage'), text('device')];
  const isRecurring = products.find(({ id, metadata }) => id === product || metadata['slug'] === product)?.is_recurring ?? false;
  const time = DAY.test(day) ? `${day}T00:00:00Z` : day;
  return {
    type: isRecurring ? 'subscription' : 'order',
    external_id: key,
    product,
    customer: { email: text('email'), ...(name && { name }) },
    ...(time && (isRecurring ? { started_at: time } : { purchased_at: time })),
    license_keys: [
      {
        key,
        ...(benefitId && product === productId && { benefit_id: benefitId }),
        ...(usage && { usage: /^\d{1,15}$/.test(usage) ? Number(usage) : usage }),
        ...(label && { activations: [{ label }] }),
      },
    ],
  };
}
