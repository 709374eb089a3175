import { columnsIn, csvRecords, fieldsIn, MalformedCsv, textOf } from '#support/csv';
import { isObject, UnreadableRecord, VendorRecord } from './vendor-record.ts';

const LIMITS = { fields: 500, length: 1024 * 1024, blankLines: 10_000 };
/** Where responses of the APIs have their resources. */
const LISTS = ['data', 'included', 'items', 'sales'];
const STARTS_AS_JSON = /^\uFEFF?\s*[[{]/;

/** Thrown for a file that is neither JSON nor CSV. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The records of a file: a table in CSV, a response in JSON, a list in JSON, or one object or response on each line. Throws `UnreadableFile`. */
export function readRecords(bytes: Uint8Array, encoding?: string): readonly VendorRecord[] {
  try {
    const text = textOf(bytes, encoding);
    return STARTS_AS_JSON.test(text)
      ? jsonIn(text)
          .flatMap(resourcesIn)
          .map((each) => VendorRecord.of(each))
      : rowsOf(text);
  } catch (error) {
    if (error instanceof MalformedCsv) throw new UnreadableFile(`Line ${error.line}: ${error.message}`, { cause: error });
    throw new UnreadableFile((error as Error).message, { cause: error });
  }
}

function jsonIn(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text) as unknown];
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 1) throw error;
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}

function resourcesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(resourcesIn);
  if (!isObject(value)) return [value];
  const lists = LISTS.map((name) => value[name]).filter((list) => Array.isArray(list));
  if (lists.length > 0) return lists.flat();
  const { data } = value;
  return [isObject(data) && !('attributes' in value) ? data : value];
}

function rowsOf(text: string): readonly VendorRecord[] {
  const [header, ...rows] = [...csvRecords(text.replace(/^\uFEFF/, ''), LIMITS)].map((record) => {
    if ('problem' in record) throw new UnreadableRecord(`Line ${record.line}: ${record.problem}`);
    return record;
  });
  if (!header) throw new UnreadableRecord('The file is empty');
  const columns = columnsIn(header.fields);
  return rows.map(({ line, fields }) => {
    const values = fieldsIn(fields, columns.length);
    if (typeof values === 'string') throw new UnreadableRecord(`Line ${line}: ${values}`);
    return new VendorRecord(Object.fromEntries(columns.map((column, index) => [column, values[index]])));
  });
}
