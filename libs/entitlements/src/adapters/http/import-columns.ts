import {
  CELL_PROBLEMS,
  isUnlimited,
  readAmount,
  readDate,
  readDigits,
  readNumber,
  UNLIMITED_ACTIVATIONS,
  UnreadableCell,
} from '#support/cells';
import { fieldName } from '#support/csv';
import type { Issue } from '#platform/wire';
import { type ColumnForms, hasAmounts, hasDates } from './column-forms.ts';

/** The columns of a CSV file are the paths of the fields of a line of JSON: `customer.email`, `license_keys.0.key`. */

const CUSTOMER =
  '(email|name|external_id|billing_name|tax_id|locale|type|metadata\\.[^.]{1,40}|billing_address\\.[a-z_\\d]{1,20})';
const ACTIVATION = 'activations\\.\\d\\d?\\.(label|device_id|conditions\\.[^.]{1,40}|meta\\.[^.]{1,40})';
const COLUMN = new RegExp(
  `^(${[
    'type|external_id|external_source|product|product_price_id|customer_id|external_customer_id',
    'amount|tax_amount|currency|seats|quantity|renews_license_key_id|status|deliver_by_email',
    'purchased_at|started_at|current_period_end|cancel_at_period_end|payment_fingerprint|device_id',
    `customer\\.${CUSTOMER}|recipient\\.(id|${CUSTOMER})`,
    `license_keys\\.\\d\\d?\\.(benefit_id|key|usage|limit_activations|limit_usage|expires_at|status|metadata\\.[^.]{1,40}|${ACTIVATION})`,
    'metadata\\.[^.]{1,40}',
  ].join('|')})$`,
);

/** What follows is a name of the seller's own, whose case counts. */
const OWN_NAME = /^((?:.*[.])?(?:metadata|conditions|meta)[.])(.*)$/i;

/** The path of the fields of a column, whose name people write in any case and with blanks; undefined if there is none. */
export function columnOf(name: string): string | undefined {
  const [, path = name, own = ''] = OWN_NAME.exec(name) ?? [];
  const column = fieldName(path) + own;
  return COLUMN.test(column) ? column : undefined;
}

/** What the cells of a column are, besides amounts and dates, if they are not texts as they stand. */
const NUMBERS = /^(seats|quantity|license_keys\.\d\d?\.(usage|limit_activations|limit_usage))$/;
const LIMITS = /^license_keys\.\d\d?\.(expires_at|limit_activations|limit_usage)$/;
const DIGITS = /^(external_id|license_keys\.\d\d?\.key)$/;
const LOWER_CASE = /^(type|status|currency|(customer|recipient)\.type|license_keys\.\d\d?\.status)$/;
const UPPER_CASE = /^(customer|recipient)\.billing_address\.country$/;

type Container = Record<string, unknown> | unknown[];

/** The value of a line, and what is wrong with its cells. Fields that are empty or wrong are left out. */
export function valueOf(
  columns: readonly string[],
  cells: readonly string[],
  forms: ColumnForms,
): { readonly value: object; readonly issues: readonly Issue[] } {
  const value: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const currency = cells[columns.indexOf('currency')] || undefined;
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]!;
    if (cell === '') continue;
    try {
      place(value, column.split('.'), readCell(column, cell, forms, currency));
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      issues.push({ loc: column.split('.'), type: error.problem, msg: CELL_PROBLEMS[error.problem], input: cell });
    }
  }
  return { value: withoutGaps(value) as object, issues };
}

function readCell(column: string, cell: string, { amounts, dates }: ColumnForms, currency: string | undefined): unknown {
  const [, limit] = LIMITS.exec(column) ?? [];
  if (limit !== undefined && isUnlimited(cell)) return limit === 'limit_activations' ? UNLIMITED_ACTIVATIONS : null;
  if (hasDates(column)) return readDate(cell, dates.get(column) ?? null);
  if (hasAmounts(column)) return readAmount(cell, amounts.get(column) ?? null, currency);
  if (NUMBERS.test(column)) return readNumber(cell);
  if (DIGITS.test(column)) return readDigits(cell);
  if (LOWER_CASE.test(column)) return cell.toLowerCase();
  return UPPER_CASE.test(column) ? cell.toUpperCase() : cell;
}

/** Puts a field at its path. The keys of metadata may have any name, so nothing is inherited. */
function place(into: Container, [key, next, ...rest]: string[], field: unknown): void {
  const own = into as Record<string, unknown>;
  const set = (value: unknown) =>
    Object.defineProperty(own, key!, { value, enumerable: true, configurable: true, writable: true });
  if (next === undefined) return void set(field);
  if (!Object.hasOwn(own, key!))
    set(/^\d+$/.test(next) && key !== 'metadata' && key !== 'meta' && key !== 'conditions' ? [] : {});
  place(own[key!] as Container, [next, ...rest], field);
}

/** The second key of a line may be there without the first one. */
const withoutGaps = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter(() => true).map(withoutGaps);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutGaps(each)]));
};
