export const FIELDS = [
  'key',
  'email',
  'name',
  'order',
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
  order: ['externalid', 'orderid', 'ordernumber', 'orderno', 'order', 'bestellnummer', 'bestellung', 'auftragsnummer'],
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
