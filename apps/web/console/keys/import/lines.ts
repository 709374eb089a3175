import type { KeyRecord } from './read-key-file.ts';

export const FIELDS = [
  'key',
  'email',
  'name',
  'product',
  'purchased',
  'expires',
  'limitActivations',
  'limitUsage',
  'usage',
  'status',
  'device',
] as const;
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
  expires: [
    'expiresat',
    'expires',
    'expiry',
    'expirydate',
    'expirationdate',
    'licensekeysexpiresat',
    'ablauf',
    'läuftabam',
    'gültigbis',
  ],
  limitActivations: [
    'limitactivations',
    'activationlimit',
    'maxactivations',
    'licensekeyslimitactivations',
    'geräte',
    'maxgeräte',
  ],
  limitUsage: ['limitusage', 'usagelimit', 'maxusage', 'licensekeyslimitusage', 'nutzungslimit'],
  usage: ['usage', 'licensekeysusage', 'nutzung'],
  status: ['status', 'licensekeysstatus'],
  device: ['device', 'devicelabel', 'label', 'machine', 'licensekeysactivationslabel', 'gerät'],
};

const plain = (title: string): string => title.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** What the columns of the API's file are that no field stands for, within a license key: metadata, and more about its activations. */
const OWN =
  /^(?:license_keys\.0\.)?(metadata\.[^.]{1,40}|activations\.\d\d?\.(?:label|device_id|conditions\.[^.]{1,40}|meta\.[^.]{1,40}))$/i;

/** The paths within the key, by their columns. */
export type OwnColumns = ReadonlyMap<number, readonly string[]>;

export function ownColumns(header: readonly string[], mapping: Mapping): OwnColumns {
  const mapped = new Set(Object.values(mapping));
  const found = header.flatMap((title, index): [number, string[]][] => {
    const path = mapped.has(index) ? undefined : OWN.exec(title.trim())?.[1];
    return path === undefined ? [] : [[index, path.split('.')]];
  });
  return new Map(found.map(([index, [group, ...rest]]) => [index, [group!.toLowerCase(), ...rest]]));
}

/** The titles of the columns that are not imported. */
export const unusedColumns = (header: readonly string[], mapping: Mapping): readonly string[] => {
  const own = ownColumns(header, mapping);
  const mapped = new Set(Object.values(mapping));
  const unused = header.flatMap((title, index) => (mapped.has(index) || own.has(index) ? [] : [title || String(index + 1)]));
  return [...new Set(unused)];
};

/** The columns whose titles say which field they are. */
export function guessMapping(header: readonly string[]): Mapping {
  const titles = header.map(plain);
  const taken = new Set<number>();
  const columnOf = (field: Field): number | null => {
    const found = NAMES[field].map((name) => titles.findIndex((title, index) => title === name && !taken.has(index)));
    const column = found.find((index) => index >= 0) ?? null;
    if (column !== null) taken.add(column);
    return column;
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
  /** The product of keys whose line does not name one. */
  readonly productId: string | null;
  readonly benefitId: string | null;
  readonly products: readonly Purchasable[];
  readonly own: OwnColumns;
}

export type RowProblem = 'noKey' | 'noEmail' | 'noProduct' | 'repeated';

/** A line of the file as the import takes it, or why it cannot be sent. */
export type Row = { readonly line: number; readonly key: string } & (
  { readonly value: object } | { readonly problem: RowProblem }
);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The purchases that the keys came with. The key is their external id, so that a file that is sent again changes nothing. */
export function rowsOf(records: readonly KeyRecord[], mapping: Mapping, common: Common): readonly Row[] {
  const known = new Set<string>();
  return records.map(({ line, fields }) => {
    const text = (field: Field): string => (mapping[field] === null ? '' : (fields[mapping[field]] ?? ''));
    const key = text('key');
    const product = text('product') || common.productId;
    const problem = problemOf(key, text('email'), product, known);
    known.add(key);
    return problem ? { line, key, problem } : { line, key, value: purchaseOf(text, fields, product!, common) };
  });
}

function problemOf(key: string, email: string, product: string | null, known: ReadonlySet<string>): RowProblem | null {
  if (key === '') return 'noKey';
  if (known.has(key)) return 'repeated';
  if (email === '') return 'noEmail';
  return product === null ? 'noProduct' : null;
}

const numberIn = (text: string): number | string => (/^\d{1,15}$/.test(text) ? Number(text) : text);

function purchaseOf(
  text: (field: Field) => string,
  fields: readonly string[],
  product: string,
  { products, productId, benefitId, own }: Common,
): object {
  const [key, name, day] = [text('key'), text('name'), text('purchased')];
  const isRecurring = products.find(({ id, metadata }) => id === product || metadata['slug'] === product)?.is_recurring ?? false;
  const time = DAY.test(day) ? `${day}T00:00:00Z` : day;
  const [expires, limitActivations, limitUsage, usage, status] = [
    text('expires'),
    text('limitActivations'),
    text('limitUsage'),
    text('usage'),
    text('status'),
  ];
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
        ...(expires && { expires_at: expires }),
        ...(limitActivations && { limit_activations: numberIn(limitActivations) }),
        ...(limitUsage && { limit_usage: numberIn(limitUsage) }),
        ...(usage && { usage: numberIn(usage) }),
        ...(status && { status: status.toLowerCase() }),
        ...historyOf(text('device'), fields, own),
      },
    ],
  };
}

interface Activation {
  label?: string;
  device_id?: string;
  conditions?: Record<string, string>;
  meta?: Record<string, string>;
}

/** Metadata and activations of the key: the device that a column names comes first. */
function historyOf(device: string, fields: readonly string[], own: OwnColumns): object {
  const metadata = new Map<string, string>();
  const activations = new Map<string, Activation>(device ? [['', { label: device }]] : []);
  for (const [index, [group, first, name, pair]] of own) {
    const value = fields[index];
    if (!value) continue;
    if (group === 'metadata') metadata.set(first!, value);
    else {
      const activation = activations.get(device && first === '0' ? '' : first!) ?? {};
      const part = name!.toLowerCase() as keyof Activation;
      activations.set(device && first === '0' ? '' : first!, {
        ...activation,
        [part]: pair === undefined ? value : { ...(activation[part] as object | undefined), [pair]: value },
      });
    }
  }
  return {
    ...(metadata.size > 0 && { metadata: Object.fromEntries(metadata) }),
    ...(activations.size > 0 && { activations: [...activations.values()] }),
  };
}
