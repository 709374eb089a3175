import type { CommandBus } from '@nestjs/cqrs';
import { type Access, DomainError, NotPermitted, ValidationFailed } from '#kernel';
import { toSnakeCase } from '#support/texts';
import { type BodyFile, MalformedFile, RequestInvalid, whenThereIsRoom } from '#platform/http';
import { isPlainObject, type Issue, MAX_ISSUES } from '#platform/wire';
import { ImportCustomer } from '../../commands/import-customer.ts';
import { ImportPurchase } from '../../commands/import-purchase.ts';
import { withEndsOfDays } from './ends-of-days.ts';
import { customerIn, ImportLine, purchaseIn } from './import-lines.dto.ts';
import { type ImportRecord, recordsOf } from './import-records.ts';
import { IMPORT_STATUSES, type ImportResult } from './import-results.ts';

/** Lines that begin together, and so share statements and transactions. Two such groups are under way at the same time. */
const GROUP = { lines: 200, bytes: 1024 * 1024 } as const;

export interface ImportOptions {
  readonly access: Access;
  readonly organizationId: string;
  /** In which a day ends. */
  readonly timeZone: string;
  readonly isDryRun: boolean;
  /** The kinds of lines that the credential may import. */
  readonly types: readonly string[];
}

/** Imports the lines of a file, each as a whole or not at all, and says what became of each, in their order. */
export class PurchaseImport {
  private readonly lastAbout = new Map<string, Promise<ImportResult>>();

  constructor(
    private readonly commands: CommandBus,
    private readonly options: ImportOptions,
  ) {}

  async *results(file: BodyFile): AsyncGenerator<ImportResult, void> {
    const { isDryRun } = this.options;
    const counts = Object.fromEntries(IMPORT_STATUSES.map((status) => [status, 0])) as Record<ImportResult['status'], number>;
    let lines = 0;
    for await (const result of this.imported(recordsOf(file))) {
      lines++;
      counts[result.status]++;
      yield result;
    }
    const { created, existing, valid, failed } = counts;
    const totals = { dry_run: isDryRun, lines, created, existing, valid, failed };
    yield { line: null, status: 'done', type: null, id: null, problem: null, totals };
  }

  private async *imported(records: AsyncIterable<ImportRecord>): AsyncGenerator<ImportResult, void> {
    let before: readonly Promise<ImportResult>[] = [];
    for await (const group of groupsOf(records)) {
      const begun = group.map((record) => this.inTurn(record));
      // They are awaited in their turn; until then nobody has to know that one failed.
      for (const result of begun) result.catch(() => undefined);
      for (const result of before) yield await result;
      before = begun;
    }
    for (const result of before) yield await result;
  }

  /** Lines that name the same person are imported one after another: the first one creates the customer. */
  private inTurn(record: ImportRecord): Promise<ImportResult> {
    const names = namesIn(fieldsOf(record));
    const before = names.flatMap((name) => this.lastAbout.get(name) ?? []);
    const result = Promise.allSettled(before).then(() => this.resultOf(record));
    for (const name of names) this.lastAbout.set(name, result);
    return result;
  }

  private async resultOf(record: ImportRecord): Promise<ImportResult> {
    const type = typeOf(record);
    try {
      const { id, isNew } = await whenThereIsRoom(record.bytes, () => this.import(record));
      const { isDryRun } = this.options;
      if (!isNew) return { line: record.line, status: 'existing', type, id, problem: null };
      return { line: record.line, status: isDryRun ? 'valid' : 'created', type, id: isDryRun ? null : id, problem: null };
    } catch (error) {
      return { line: record.line, status: 'failed', type, id: null, problem: problemOf(error) };
    }
  }

  private async import(record: ImportRecord): Promise<{ readonly id: string | null; readonly isNew: boolean }> {
    if ('problem' in record) throw ValidationFailed.at([], record.problem);
    const issues: Issue[] = [];
    const line = ImportLine.read(withEndsOfDays(record.value, this.options.timeZone), issues);
    if (issues.length > 0) throw new RequestInvalid(issues);
    const { access, organizationId, isDryRun, types } = this.options;
    if (!types.includes(line.type)) throw new NotPermitted(`The access token has no scope for lines of the type ${line.type}`);
    return line.type === 'customer'
      ? this.commands.execute(new ImportCustomer(access, organizationId, customerIn(line), isDryRun))
      : this.commands.execute(new ImportPurchase(access, organizationId, purchaseIn(line), isDryRun));
  }
}

async function* groupsOf(records: AsyncIterable<ImportRecord>): AsyncGenerator<readonly ImportRecord[], void> {
  let group: ImportRecord[] = [];
  let bytes = 0;
  for await (const record of records) {
    group.push(record);
    bytes += record.bytes;
    if (group.length < GROUP.lines && bytes < GROUP.bytes) continue;
    yield group;
    [group, bytes] = [[], 0];
  }
  if (group.length > 0) yield group;
}

/** The identifiers of the people that a line names. */
function namesIn({ customer, recipient, customer_id: id, external_customer_id: externalId }: Record<string, unknown>): string[] {
  const people = [customer, recipient, { id, external_id: externalId }].filter(isPlainObject);
  return people.flatMap((person) =>
    ['id', 'external_id', 'email'].flatMap((name) =>
      typeof person[name] === 'string' ? `${name} ${person[name].toLowerCase()}` : [],
    ),
  );
}

const TYPES = ['customer', 'order', 'subscription'] as const;

const typeOf = (record: ImportRecord): ImportResult['type'] => {
  const given = 'value' in record && isPlainObject(record.value) ? record.value['type'] : null;
  return TYPES.find((type) => type === given) ?? null;
};

type Problem = NonNullable<ImportResult['problem']>;

const problemWith = (fields: Problem['fields']): Problem => ({
  error: 'ValidationError',
  detail: fields.map(({ loc, msg }) => (loc.length > 0 ? `${loc.join('.')}: ${msg}` : msg)).join(' '),
  fields,
});

const MAX_FIELDS = 10;

/** Other errors are those of the service: the response ends, and the file is sent again. */
function problemOf(error: unknown): Problem {
  if (error instanceof RequestInvalid) {
    return problemWith(error.issues.slice(0, MAX_FIELDS).map(({ loc, msg, type }) => ({ loc: loc.map(String), msg, type })));
  }
  if (error instanceof ValidationFailed) {
    const fields = error.errors.slice(0, MAX_FIELDS).map(({ path, message, type }) => ({
      loc: path.map((key) => (typeof key === 'string' ? toSnakeCase(key) : String(key))),
      msg: message,
      type,
    }));
    return problemWith(fields);
  }
  if (error instanceof DomainError) return { error: error.error, detail: error.message, fields: [] };
  throw error;
}

/**
 * Reads the whole file before any of it is imported. Throws `RequestInvalid` if it cannot be imported at all: for its encoding, its
 * header and its size, and for external ids and keys that it has twice.
 */
export async function assertImportable(file: BodyFile): Promise<void> {
  const issues: Issue[] = [];
  const lines = new Map<string, number>();
  const note = (what: string, name: string, line: number): void => {
    const first = lines.get(name);
    if (first === undefined) return void lines.set(name, line);
    if (issues.length < MAX_ISSUES) issues.push(fileIssue(line, `The ${what} is in line ${first} too`));
  };
  try {
    for await (const record of recordsOf(file)) {
      const { type, external_id: id, external_source: source, license_keys: keys } = fieldsOf(record);
      if (id !== undefined) note('external_id', JSON.stringify([type, source ?? '', id]), record.line);
      for (const key of Array.isArray(keys) ? (keys as unknown[]) : []) {
        const string = isPlainObject(key) ? key['key'] : undefined;
        if (string !== undefined) note('license key', JSON.stringify(['key', string]), record.line);
      }
    }
  } catch (error) {
    throw error instanceof MalformedFile ? new RequestInvalid([fileIssue(error.line, error.message)]) : error;
  }
  if (issues.length > 0) throw new RequestInvalid(issues);
}

const fieldsOf = (record: ImportRecord): Record<string, unknown> =>
  'value' in record && isPlainObject(record.value) ? record.value : {};

const fileIssue = (line: number, reason: string): Issue => ({
  loc: ['body', line],
  type: 'value_error',
  msg: `Value error, ${reason}`,
  input: null,
  ctx: { error: {} },
});
