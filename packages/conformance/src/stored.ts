import { Ajv2020 } from 'ajv/dist/2020.js';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../storage.schema.json'), 'utf8')) as object;
const isStorage = new Ajv2020({ allowUnionTypes: true }).compile(schema);
/** Their content is a token; that of all others is JSON. */
const TOKENS = new Set(['keys', 'deactivation']);
const FILE = /^([a-z-]+)\.json$/;

/** The records of a storage, by their names; throws if a file is no whole record in the documented form, or of another name. */
export function recordsIn(folder: string): Readonly<Record<string, Readonly<Record<string, unknown>> | string>> {
  const records = Object.fromEntries(
    readdirSync(folder).map((file) => {
      const [, name] = FILE.exec(file) ?? [];
      if (name === undefined) throw new Error(`${file} is no record.`);
      const text = readFileSync(join(folder, file), 'utf8');
      return [name, TOKENS.has(name) ? text : JSON.parse(text)];
    }),
  );
  if (!isStorage(records)) throw new Error(`The storage is not in the documented form: ${JSON.stringify(isStorage.errors)}`);
  return records;
}

/** Writes a record, as another client would. */
export function store(folder: string, name: string, record: object | string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), typeof record === 'string' ? record : JSON.stringify(record));
}

/** The files that somebody else than their owner may read. */
export const readableByOthers = (folder: string): string[] =>
  process.platform === 'win32' ? [] : readdirSync(folder).filter((file) => (statSync(join(folder, file)).mode & 0o077) !== 0);
