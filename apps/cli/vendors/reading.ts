import { UnreadableCell } from '#support/cells';
import { UnreadableRecord, type VendorRecord } from './vendor-record.ts';

export interface VendorActivation {
  readonly label: string;
  readonly device_id?: string;
  readonly meta?: Readonly<Record<string, string | number | boolean>>;
}

/** A license key as docs/import.md describes it. */
export interface VendorKey {
  readonly key: string;
  readonly usage?: number;
  readonly limit_activations?: number | null;
  readonly limit_usage?: number | null;
  readonly expires_at?: string | null;
  readonly status?: 'granted' | 'disabled' | 'revoked';
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;
  /** Left out if the vendor does not tell them. */
  readonly activations?: readonly VendorActivation[];
}

export interface VendorCustomer {
  readonly email?: string;
  readonly name?: string;
  readonly external_id?: string;
}

/** A line of the file that `POST /v1/purchases/import` takes, about a purchase. */
export interface PurchaseLine {
  readonly type: 'order' | 'subscription';
  readonly external_id: string;
  readonly external_source: string;
  readonly product: string;
  readonly customer: VendorCustomer;
  readonly recipient?: VendorCustomer;
  readonly purchased_at?: string;
  readonly status?: 'paid' | 'pending';
  readonly started_at?: string;
  readonly current_period_end?: string;
  readonly cancel_at_period_end?: boolean;
  readonly amount?: number;
  readonly tax_amount?: number;
  readonly currency?: string;
  readonly quantity?: number;
  readonly license_keys?: readonly VendorKey[];
}

/** A line, and what it was made of: `order 12`. */
export interface ReadLine {
  readonly source: string;
  readonly line: PurchaseLine;
}

/** What a reader knows besides the records. */
export interface ReadingOptions {
  readonly now: Date;
  /** The product here, by the name that it has at the vendor. */
  readonly productFor: (name: string) => string;
}

/** Turns the exports of a vendor into lines of an import. */
export type VendorReader = (records: readonly VendorRecord[], options: ReadingOptions) => Reading;

export interface Reading {
  readonly lines: readonly ReadLine[];
  /** What has no counterpart here or was left out, each as a sentence with the records that it is about. */
  readonly notes: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A note about what was paid back: imported, it would bring a new key and everything else of the product. */
export const REFUNDED_WITHOUT_KEY = 'Left out, because it was refunded or disputed, and has no license key to revoke.';

const MAX_ACTIVATIONS = 100;
const MAX_DEVICE = 128;

/** Collects what a reader makes of records. */
export class ReadingBuilder {
  private readonly lines: ReadLine[] = [];
  private readonly notes = new Map<string, Set<string>>();

  note(sentence: string, source: string): void {
    const sources = this.notes.get(sentence);
    if (sources) sources.add(source);
    else this.notes.set(sentence, new Set([source]));
  }

  /** Adds what `read` makes of a record, unless the record has a value that cannot be read. */
  each(records: readonly VendorRecord[], sourceOf: (record: VendorRecord) => string, read: (record: VendorRecord) => void): void {
    for (const record of records) {
      try {
        read(record);
      } catch (error) {
        if (!(error instanceof UnreadableRecord || error instanceof UnreadableCell)) throw error;
        this.note(`Left out, because it cannot be read: ${error.message}.`, sourceOf(record));
      }
    }
  }

  /**
   * Adds a purchase. An order has one key of each benefit, so each further key is an order of its own, which costs nothing: `12`, `12#2`.
   */
  purchase(source: string, line: PurchaseLine, keys: readonly VendorKey[]): void {
    const read = keys.map((key) => this.withinLimits(source, key));
    if (line.type === 'subscription') {
      this.lines.push({ source, line: { ...line, license_keys: read } });
      return;
    }
    const [first, ...others] = read;
    this.lines.push({ source, line: first ? { ...line, license_keys: [first] } : line });
    for (const [index, key] of others.entries()) {
      const { tax_amount: _tax, quantity: _quantity, ...rest } = line;
      const external_id = `${line.external_id}#${index + 2}`;
      this.lines.push({ source, line: { ...rest, external_id, amount: 0, license_keys: [key] } });
    }
  }

  result(): Reading {
    return { lines: this.lines, notes: this.notes };
  }

  private withinLimits(source: string, key: VendorKey): VendorKey {
    const { activations } = key;
    if (!activations) return key;
    if (activations.length > MAX_ACTIVATIONS)
      this.note(`Only the first ${MAX_ACTIVATIONS} activations of a license key are imported.`, source);
    return {
      ...key,
      activations: activations.slice(0, MAX_ACTIVATIONS).map(({ device_id, ...activation }) => {
        if (device_id === undefined || device_id.length <= MAX_DEVICE) return { ...activation, device_id };
        this.note(`Activations are imported without their device if its name is longer than ${MAX_DEVICE} characters.`, source);
        return activation;
      }),
    };
  }
}

/** The pairs that metadata can have: texts, numbers and truth values. */
export function scalarsOf(pairs: Readonly<Record<string, unknown>>): Readonly<Record<string, string | number | boolean>> {
  const scalars = Object.entries(pairs).filter(
    (pair): pair is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof pair[1]) && pair[1] !== '',
  );
  return Object.fromEntries(scalars);
}

/** Records by the text that one of their fields has. */
export const grouped = (
  records: readonly VendorRecord[],
  ...names: readonly string[]
): ReadonlyMap<string, readonly VendorRecord[]> => Map.groupBy(records, (record) => record.text(...names) ?? '');

const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** Records in the order of a field, whatever the order of the files is: what they are called depends on it. */
export const ordered = (records: readonly VendorRecord[], name: string): readonly VendorRecord[] =>
  records.toSorted((one, other) => BY_NUMBER.compare(one.text(name) ?? '', other.text(name) ?? ''));

/** `Atlas (Team)`: how a product and its variant are called together. */
export const productName = (product: string | undefined, variant?: string): string =>
  variant === undefined || /^default$/i.test(variant) || variant === product ? (product ?? '') : `${product ?? ''} (${variant})`;

/** Texts in front of each other, with blanks between them. */
export const joined = (...texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined).join(' ') || undefined;
