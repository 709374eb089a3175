import type { BodyFile } from '#platform/http';
import { isPlainObject } from '#platform/wire';
import type { ColumnForms, DeclaredForms } from './column-forms.ts';
import { columnFormsOf, type ImportRecord, recordsOf } from './import-records.ts';

/** What lines with one external id are: items of one purchase, or purchases whose external ids are numbered. */
export const REPEATED_IDS = ['items', 'numbered'] as const;

export interface PlanOptions {
  readonly forms: DeclaredForms;
  readonly repeatedIds: (typeof REPEATED_IDS)[number];
}

/** What has to be known of the whole file before its first line is imported. */
export interface ImportPlan {
  readonly forms: ColumnForms;
  /** What is wrong with a line because of others. */
  readonly problems: ReadonlyMap<number, string>;
  /** The lines that are further items of the purchase in the line before. */
  readonly continued: ReadonlySet<number>;
  /** The numbers of purchases whose external id lines before them have, from 2. */
  readonly numbers: ReadonlyMap<number, number>;
}

const MOST_LINES_OF_A_PURCHASE = 100;

/** The lines that have one external id, and the position of the last one in the file. */
interface Repeated {
  readonly lines: number[];
  last: number;
  isScattered: boolean;
}

/** Reads the whole file. Throws `MalformedFile` if it cannot be imported at all: for its encoding, its header and its size. */
export async function planOf(file: BodyFile, { forms: declared, repeatedIds }: PlanOptions): Promise<ImportPlan> {
  const forms = await columnFormsOf(file, declared);
  const purchases = new Map<string, Repeated>();
  const keys = new Map<string, number>();
  const problems = new Map<number, string>();
  let position = 0;
  for await (const record of recordsOf(file, forms)) {
    position++;
    const { line } = record;
    for (const key of keysIn(record)) {
      const first = keys.get(key);
      if (first === undefined) keys.set(key, line);
      else problems.set(line, `The license key is in line ${first}, too`);
    }
    const identity = identityOf(record);
    if (identity === null) continue;
    const known = purchases.get(identity);
    if (!known) purchases.set(identity, { lines: [line], last: position, isScattered: false });
    else {
      known.isScattered ||= known.last !== position - 1;
      known.lines.push(line);
      known.last = position;
    }
  }
  const repeated = [...purchases.values()].filter(({ lines }) => lines.length > 1);
  const continued = new Set<number>();
  const numbers = new Map<number, number>();
  for (const { lines, isScattered } of repeated) {
    if (repeatedIds === 'numbered') for (const [index, line] of lines.entries()) if (index > 0) numbers.set(line, index + 1);
    if (repeatedIds === 'numbered') continue;
    const problem = isScattered
      ? `Lines with the same external_id have to follow each other; it is in the lines ${lines.slice(0, 5).join(', ')}`
      : `A purchase has at most ${MOST_LINES_OF_A_PURCHASE} lines`;
    if (isScattered || lines.length > MOST_LINES_OF_A_PURCHASE) for (const line of lines) problems.set(line, problem);
    else for (const line of lines.slice(1)) continued.add(line);
  }
  return { forms, problems, continued, numbers };
}

/** The value of a record, if it is an object. */
export const fieldsOf = (record: ImportRecord): Record<string, unknown> =>
  'value' in record && isPlainObject(record.value) ? record.value : {};

function identityOf(record: ImportRecord): string | null {
  const { type, external_id: id, external_source: source } = fieldsOf(record);
  return id === undefined ? null : JSON.stringify([type, source ?? '', id]);
}

function keysIn(record: ImportRecord): string[] {
  const { license_keys: keys } = fieldsOf(record);
  return (Array.isArray(keys) ? (keys as unknown[]) : []).flatMap((key) =>
    isPlainObject(key) && key['key'] !== undefined ? JSON.stringify(key['key']) : [],
  );
}

/** The records of the file that are imported together: those of one purchase. */
export async function* unitsOf(file: BodyFile, { forms, continued, numbers }: ImportPlan): AsyncGenerator<ImportRecord[], void> {
  let unit: ImportRecord[] = [];
  for await (const record of recordsOf(file, forms)) {
    const number = numbers.get(record.line);
    const named = number === undefined ? record : withNumber(record, number);
    if (unit.length > 0 && !continued.has(record.line)) {
      yield unit;
      unit = [];
    }
    unit.push(named);
  }
  if (unit.length > 0) yield unit;
}

function withNumber(record: ImportRecord, number: number): ImportRecord {
  const fields = fieldsOf(record);
  return { ...record, value: { ...fields, external_id: `${String(fields['external_id'])}#${number}` } } as ImportRecord;
}
