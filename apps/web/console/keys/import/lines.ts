import { dayOrderOf, type DayOrder, readDate } from '../../../../../libs/support/src/cells/dates.ts';
import { isUnlimited, UNLIMITED_ACTIVATIONS } from '../../../../../libs/support/src/cells/unlimited.ts';
import { type CellProblem, UnreadableCell } from '../../../../../libs/support/src/cells/cell-problems.ts';
import { readDigits, readNumber } from '../../../../../libs/support/src/cells/numbers.ts';
import type { Field, Mapping, OwnColumns } from './columns.ts';
import type { KeyRecord } from './read-key-file.ts';

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
  readonly dates: DateReading;
}

/** The fields whose cells are dates. */
export const DATE_FIELDS = ['purchased', 'expires'] as const;
type DateField = (typeof DATE_FIELDS)[number];

/** How dates are read. */
export interface DateReading {
  /** Which comes first in dates like 3/4/2030; null where that is not known. */
  readonly order: Readonly<Record<DateField, DayOrder | null>>;
  /** Whether 0 means that a key does not expire. */
  readonly zeroIsNever: boolean;
}

const WITH_SLASHES = /^\d{1,2}[/-]\d{1,2}[/-]\d{4}/;
const ZERO = /^(0|0000-00-00.*)$/;

/** What the columns show of their dates, and what somebody has to be asked about. */
export function datesIn(records: readonly KeyRecord[], mapping: Mapping) {
  const cellsOf = (field: DateField): string[] =>
    mapping[field] === null ? [] : records.map(({ fields }) => fields[mapping[field]!] ?? '');
  const [purchased, expires] = [cellsOf('purchased'), cellsOf('expires')];
  return {
    order: { purchased: dayOrderOf(purchased), expires: dayOrderOf(expires) },
    haveSlashes: [...purchased, ...expires].some((cell) => WITH_SLASHES.test(cell)),
    haveZeros: expires.some((cell) => ZERO.test(cell)),
  };
}

export type RowProblem = 'noKey' | 'noEmail' | 'noProduct' | 'repeated';

/** Why a line is not sent: what it lacks, or a cell that cannot be read. */
export interface LineRefusal {
  readonly problem: RowProblem | CellProblem;
  readonly field?: Field;
}

/** A line of the file as the import takes it, or why it cannot be sent. */
export type Row = { readonly line: number; readonly key: string } & ({ readonly value: Purchase } | LineRefusal);

/** What an import does with lines that have one order number: items of one order, or orders of their own. */
export type RepeatedOrders = 'items' | 'numbered';

/**
 * The purchases that the keys came with. Without an order number the key is their external id, so that a file that is sent again changes
 * nothing. Lines of one order follow each other.
 */
export function rowsOf(records: readonly KeyRecord[], mapping: Mapping, common: Common): readonly Row[] {
  const known = new Set<string>();
  const rows = records.map(({ line, fields }): Row => {
    const text = (field: Field): string => (mapping[field] === null ? '' : (fields[mapping[field]] ?? ''));
    const key = text('key');
    const product = text('product') || common.productId;
    const problem = problemOf(key, text('email'), product, known);
    known.add(key);
    if (problem) return { line, key, problem };
    const read = purchaseOf(text, fields, product!, common);
    return 'problem' in read ? { line, key, ...read } : { line, key, value: read };
  });
  return [...Map.groupBy(rows, orderOf).values()].flat();
}

const orderOf = (row: Row): string => ('value' in row ? `${row.value.type} ${row.value.external_id}` : `line ${row.line}`);

/** Whether several lines of one order have the same product, of which an order has one key. */
export function haveOrdersWithSeveralKeys(rows: readonly Row[]): boolean {
  const known = new Set<string>();
  return rows.some((row) => {
    if (!('value' in row)) return false;
    const item = `${orderOf(row)} ${row.value.product}`;
    return known.has(item) || !known.add(item);
  });
}

/** A cell that cannot be read. */
class WrongCell extends Error {
  constructor(readonly refusal: LineRefusal) {
    super();
  }
}

/** What a cell of a field says. Throws `WrongCell`. */
function readCell<T>(field: Field, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UnreadableCell ? new WrongCell({ problem: error.problem, field }) : error;
  }
}

/** The time that a cell means, for a preview: the cell itself if it cannot be read. */
export function dateIn(field: DateField, cell: string, { order }: DateReading): string {
  try {
    return cell && readDate(cell, order[field]);
  } catch (error) {
    if (!(error instanceof UnreadableCell)) throw error;
    return cell;
  }
}

function problemOf(key: string, email: string, product: string | null, known: ReadonlySet<string>): RowProblem | null {
  if (key === '') return 'noKey';
  if (known.has(key)) return 'repeated';
  if (email === '') return 'noEmail';
  return product === null ? 'noProduct' : null;
}

interface Purchase {
  readonly type: 'order' | 'subscription';
  readonly external_id: string;
  readonly product: string;
  readonly customer: object;
  readonly license_keys: readonly object[];
}

function purchaseOf(
  text: (field: Field) => string,
  fields: readonly string[],
  product: string,
  { products, productId, benefitId, own, dates }: Common,
): Purchase | LineRefusal {
  const isRecurring = products.find(({ id, metadata }) => id === product || metadata['slug'] === product)?.is_recurring ?? false;
  const date = (field: DateField): string => text(field) && readCell(field, () => readDate(text(field), dates.order[field]));
  const number = (field: Field): number | undefined => (text(field) ? readCell(field, () => readNumber(text(field))) : undefined);
  const limit = <None>(field: Field, none: None): number | None | undefined => (isUnlimited(text(field)) ? none : number(field));
  const expiry = (): string | null => {
    const cell = text('expires');
    return isUnlimited(cell) || (dates.zeroIsNever && ZERO.test(cell)) ? null : date('expires');
  };
  try {
    const key = readCell('key', () => readDigits(text('key')));
    const orderNumber = readCell('order', () => readDigits(text('order')));
    const [name, bought, expires, status] = [text('name'), date('purchased'), expiry(), text('status')];
    const [usage, limitActivations, limitUsage] = [
      number('usage'),
      limit('limitActivations', UNLIMITED_ACTIVATIONS),
      limit('limitUsage', null),
    ];
    return {
      type: isRecurring ? 'subscription' : 'order',
      external_id: orderNumber || key,
      product,
      customer: { email: text('email'), ...(name && { name }) },
      ...(bought && (isRecurring ? { started_at: bought } : { purchased_at: bought })),
      license_keys: [
        {
          key,
          ...(benefitId && product === productId && { benefit_id: benefitId }),
          ...(expires !== '' && { expires_at: expires }),
          ...(limitActivations !== undefined && { limit_activations: limitActivations }),
          ...(limitUsage !== undefined && { limit_usage: limitUsage }),
          ...(usage !== undefined && { usage }),
          ...(status && { status: status.toLowerCase() }),
          ...historyOf(text('device'), fields, own),
        },
      ],
    };
  } catch (error) {
    if (error instanceof WrongCell) return error.refusal;
    throw error;
  }
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
