import type { CommandBus } from '@nestjs/cqrs';
import { type Access, DomainError, NotPermitted, ValidationFailed } from '#kernel';
import { toSnakeCase } from '#support/texts';
import { type BodyFile, MalformedFile, RequestInvalid, whenThereIsRoom } from '#platform/http';
import { isPlainObject, type Issue } from '#platform/wire';
import { ImportCustomer } from '../../commands/import-customer.ts';
import { ImportPurchase } from '../../commands/import-purchase.ts';
import { withEndsOfDays } from './ends-of-days.ts';
import { customerIn, ImportLine, purchaseIn } from './import-lines.dto.ts';
import { fieldsOf, type ImportPlan, planOf, type PlanOptions, unitsOf } from './import-plan.ts';
import type { ImportRecord } from './import-records.ts';
import { IMPORT_STATUSES, type ImportResult } from './import-results.ts';
import { lineErrors, type PurchaseLine, purchaseOfLines } from './purchase-of-lines.ts';

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

/** The records of one purchase, or the one about a customer. */
type Unit = readonly ImportRecord[];
/** A line of which every field can be read. */
type ReadLine = Omit<PurchaseLine, 'value'> & { readonly value: ImportLine };
type Imported = { readonly id: string | null; readonly isNew: boolean };

/** Imports what the lines of a file say, each purchase as a whole or not at all, and says what became of each line, in their order. */
export class PurchaseImport {
  private readonly lastAbout = new Map<string, Promise<unknown>>();

  constructor(
    private readonly commands: CommandBus,
    private readonly options: ImportOptions,
    private readonly plan: ImportPlan,
  ) {}

  async *results(file: BodyFile): AsyncGenerator<ImportResult, void> {
    const { isDryRun } = this.options;
    const counts = Object.fromEntries(IMPORT_STATUSES.map((status) => [status, 0])) as Record<ImportResult['status'], number>;
    let lines = 0;
    for await (const result of this.imported(unitsOf(file, this.plan))) {
      lines++;
      counts[result.status]++;
      yield result;
    }
    const { created, existing, valid, failed } = counts;
    const totals = { dry_run: isDryRun, lines, created, existing, valid, failed };
    yield { line: null, status: 'done', type: null, id: null, problem: null, totals };
  }

  private async *imported(units: AsyncIterable<Unit>): AsyncGenerator<ImportResult, void> {
    let before: readonly Promise<ImportResult[]>[] = [];
    for await (const group of groupsOf(units)) {
      const begun = group.map((unit) => this.inTurn(unit));
      // They are awaited in their turn; until then nobody has to know that one failed.
      for (const results of begun) results.catch(() => undefined);
      for (const results of before) yield* await results;
      before = begun;
    }
    for (const results of before) yield* await results;
  }

  /** Lines that name the same person are imported one after another: the first one creates the customer. */
  private inTurn(unit: Unit): Promise<ImportResult[]> {
    const names = unit.flatMap((record) => namesIn(fieldsOf(record)));
    const before = names.flatMap((name) => this.lastAbout.get(name) ?? []);
    const results = Promise.allSettled(before).then(() => this.resultsOf(unit));
    for (const name of names) this.lastAbout.set(name, results);
    return results;
  }

  private async resultsOf(unit: Unit): Promise<ImportResult[]> {
    const errors = new Map<ImportRecord, unknown>();
    const lines = unit.flatMap((record) => {
      try {
        return [{ line: record.line, fields: fieldsOf(record), value: this.read(record) }];
      } catch (error) {
        errors.set(record, error);
        return [];
      }
    });
    if (errors.size === 0) {
      try {
        const imported = await whenThereIsRoom(bytesOf(unit), () => this.import(lines));
        return unit.map((record) => this.resultOf(record, imported));
      } catch (error) {
        if (unit.length === 1) errors.set(unit[0]!, error);
        else for (const [index, each] of lineErrors(lines, error)) errors.set(unit[index]!, each);
      }
    }
    const [wrong] = errors.keys();
    const another = ValidationFailed.at([], `Line ${wrong!.line} of the same purchase has a problem`, null, 'other_line');
    return unit.map((record) => failed(record, errors.get(record) ?? another));
  }

  private read(record: ImportRecord): ImportLine {
    const problem = 'problem' in record ? record.problem : this.plan.problems.get(record.line);
    if (problem !== undefined) throw ValidationFailed.at([], problem);
    const { value, issues } = record as Extract<ImportRecord, { readonly value: unknown }>;
    const found: Issue[] = [];
    const line = ImportLine.read(withEndsOfDays(value, this.options.timeZone), found);
    // What a wrong cell leaves out is not missing.
    const isKnown = ({ loc }: Issue): boolean => issues.some((issue) => issue.loc.join('.') === loc.join('.'));
    const all = [...issues, ...found.filter((issue) => !isKnown(issue))];
    if (all.length > 0) throw new RequestInvalid(all);
    if (!this.options.types.includes(line.type))
      throw new NotPermitted(`The access token has no scope for lines of the type ${line.type}`);
    return line;
  }

  private import(lines: readonly ReadLine[]): Promise<Imported> {
    const { access, organizationId, isDryRun } = this.options;
    const { value: first } = lines[0]!;
    if (first.type === 'customer')
      return this.commands.execute(new ImportCustomer(access, organizationId, customerIn(first), isDryRun));
    const purchase = lines.length === 1 ? purchaseIn(first) : purchaseOfLines(lines as readonly PurchaseLine[]);
    return this.commands.execute(new ImportPurchase(access, organizationId, purchase, isDryRun));
  }

  private resultOf(record: ImportRecord, { id, isNew }: Imported): ImportResult {
    const { isDryRun } = this.options;
    const [line, type] = [record.line, typeOf(record)];
    if (!isNew) return { line, status: 'existing', type, id, problem: null };
    return { line, status: isDryRun ? 'valid' : 'created', type, id: isDryRun ? null : id, problem: null };
  }
}

const bytesOf = (unit: Unit): number => unit.reduce((sum, { bytes }) => sum + bytes, 0);

async function* groupsOf(units: AsyncIterable<Unit>): AsyncGenerator<readonly Unit[], void> {
  let group: Unit[] = [];
  let [lines, bytes] = [0, 0];
  for await (const unit of units) {
    group.push(unit);
    lines += unit.length;
    bytes += bytesOf(unit);
    if (lines < GROUP.lines && bytes < GROUP.bytes) continue;
    yield group;
    [group, lines, bytes] = [[], 0, 0];
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

const failed = (record: ImportRecord, error: unknown): ImportResult => ({
  line: record.line,
  status: 'failed',
  type: typeOf(record),
  id: null,
  problem: problemOf(error),
});

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

/** The plan of a file. Throws `RequestInvalid` if it cannot be imported at all. */
export async function importPlan(file: BodyFile, options: PlanOptions): Promise<ImportPlan> {
  try {
    return await planOf(file, options);
  } catch (error) {
    throw error instanceof MalformedFile ? new RequestInvalid([fileIssue(error)]) : error;
  }
}

const fileIssue = ({ line, message }: MalformedFile): Issue => ({
  loc: ['body', line],
  type: 'value_error',
  msg: `Value error, ${message}`,
  input: null,
  ctx: { error: {} },
});
