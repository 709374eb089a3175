/** What terminals would act on, and what changes the direction of a line. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in a cell. Names and metadata of customers are not trusted. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replace(CONTROL, ' ');
}

/** `customer.email` of an object. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((parent, name) => (isObject(parent) ? parent[name] : undefined), value);

const nameOf = (path: string): string => path.replace(/[._]/g, ' ').toUpperCase();

/** Columns of equal width, with their names above. */
export function tableOf(items: readonly unknown[], columns: readonly string[]): string {
  const rows = [columns.map(nameOf), ...items.map((item) => columns.map((column) => cellOf(valueAt(item, column))))];
  const widths = columns.map((_column, index) => Math.max(...rows.map((row) => row[index]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A line for each field; those of objects with their path. */
export function recordOf(value: Values): string {
  const fields = fieldsOf(value);
  const width = Math.max(0, ...fields.map(([name]) => name.length + 1));
  return fields.map(([name, each]) => `${`${name}:`.padEnd(width)}  ${cellOf(each)}`).join('\n');
}

const fieldsOf = (value: Values, prefix = ''): [string, unknown][] =>
  Object.entries(value).flatMap(([name, each]) =>
    isObject(each) && Object.keys(each).length > 0
      ? fieldsOf(each, `${prefix}${name}.`)
      : [[`${prefix}${name}`, each] as [string, unknown]],
  );

interface Page {
  readonly pagination?: { readonly total_count: number; readonly max_page: number };
  readonly next_cursor?: string | null;
}

/** How to see the rest of a list, if there is more. */
export function restOf({ pagination, next_cursor: cursor }: Page, page = 1): string | undefined {
  if (cursor) return `There is more: --cursor ${cursor}`;
  if (pagination && page < pagination.max_page) return `${pagination.total_count} in all. The next page: --page ${page + 1}`;
  return undefined;
}

export interface ExplanationData {
  readonly operation: string;
  readonly allowed: boolean;
  readonly code: string | null;
  readonly license_key: { readonly id: string; readonly display_key: string } | null;
  readonly checks: readonly {
    readonly name: string;
    readonly outcome: string;
    readonly reason: string | null;
    readonly help: string | null;
  }[];
}

export function explanationText({ operation, allowed, code, license_key: key, checks }: ExplanationData): string {
  const what = key ? `license key ${key.display_key} (${key.id})` : 'an unknown license key';
  const verdict = allowed ? 'allowed' : `refused${code === null ? '' : ` with ${code}`}`;
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, outcome, reason, help }) => [
    `${outcome.padEnd(7)}  ${name.padEnd(width)}  ${reason ?? ''}`.trimEnd(),
    ...(help === null ? [] : [`${' '.repeat(width + 11)}${help}`]),
  ]);
  return [`${operation} ${what}: ${verdict}`, ...lines].join('\n');
}
