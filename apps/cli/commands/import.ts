import { IsIn } from 'class-validator';
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import type { ImportResult } from '#entitlements';
import { AMOUNT_FORMS, DAY_ORDERS } from '#support/cells';
import { CliError, UsageError } from '../../process/index.ts';
import { refusalOf } from '../connection/call-service.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { connectWith, ProfileOption, TokenOption } from '../connection/token-option.ts';
import { type Define, defineCommand, type Progress } from '../define-command.ts';
import { ServiceUnreachable } from '../exit-codes.ts';
import { CliArgument, CliFlag, CliOption } from '../options.ts';
import { ServiceUrlOption } from '../option-types.ts';
import { VENDOR_NAMES, type Vendor } from '../vendors/index.ts';
import { type ImportFile, inRequests } from '../vendors/in-requests.ts';
import { listOf } from '../vendors/list-of.ts';
import { readExports } from '../vendors/read-exports.ts';
import { defineCompare } from './import-compare.ts';
import { EncodingOption, OrganizationIdOption } from './import-options.ts';

class ImportOptions {
  @CliArgument(
    '[files...]',
    'File with one line of JSON for each customer or purchase, or CSV if its name ends with .csv or .tsv; with --from, the exports of the vendor',
    { optional: true },
  )
  readonly files: readonly string[] = [];

  @CliOption('<vendor>', 'Vendor whose exports the files are', { optional: true, choices: VENDOR_NAMES })
  readonly from?: Vendor;

  @CliOption('<file>', 'With --from: JSON with the slug or id of a product for each name that it has at the vendor', {
    optional: true,
  })
  readonly products?: string;

  @CliOption('<file>', 'With --from: write the lines to a file instead of importing them', { optional: true })
  readonly output?: string;

  @ServiceUrlOption()
  readonly url?: string;

  @TokenOption()
  readonly token?: string;

  @ProfileOption()
  readonly profile?: string;

  @EncodingOption()
  readonly encoding?: string;

  @OrganizationIdOption()
  readonly organization?: string;

  @CliOption(`<${AMOUNT_FORMS.join('|')}>`, 'How amounts of a CSV file are written, if its columns do not show it', {
    optional: true,
  })
  @IsIn(AMOUNT_FORMS, { message: '--amounts must be minor_units, decimal_point or decimal_comma, not $value.' })
  readonly amounts?: (typeof AMOUNT_FORMS)[number];

  @CliOption(`<${DAY_ORDERS.join('|')}>`, 'Which comes first in dates such as 3/4/2030, if a column does not show it', {
    optional: true,
  })
  @IsIn(DAY_ORDERS, { message: '--dates must be day_first or month_first, not $value.' })
  readonly dates?: (typeof DAY_ORDERS)[number];

  @CliFlag('Take lines with one external id for purchases of their own, not for items of one')
  readonly numberRepeatedIds: boolean = false;

  @CliFlag('Check everything, and store nothing')
  readonly dryRun: boolean = false;
}

type Totals = NonNullable<ImportResult['totals']>;

/** How many lines are done when progress is told. */
const STEP = 1000;

async function importFiles(options: ImportOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const { from, files, output } = options;
  if (from === undefined) {
    if (files.length === 0) throw new UsageError('Name the file, or a vendor with --from.');
    if (files.length > 1) throw new UsageError('Several files are exports of a vendor: name it with --from.');
    if (output !== undefined || options.products !== undefined) throw new UsageError('--output and --products need --from.');
    return send([await fileAt(files[0]!, options.encoding)], options, env, progress);
  }
  const { lines, notes, products } = await readExports(from, options, env, new Date());
  for (const [name, product] of products) progress.warn(`Product ${name} is imported as ${product}.`);
  for (const [sentence, sources] of notes) progress.warn(`${listOf([...sources])}: ${sentence}`);
  if (lines.length === 0) throw new CliError('The files have nothing that can be imported.');
  if (output === undefined) return send(inRequests(lines), options, env, progress);
  await writeFile(output, lines.map(({ line }) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 }).catch(
    (error: unknown) => {
      throw new CliError(`${output} cannot be written (${reasonOf(error)}).`);
    },
  );
  progress.report({ text: `${lines.length} lines were written to ${output}.`, data: { lines: lines.length, output } });
}

async function fileAt(file: string, encoding: string | undefined): Promise<ImportFile> {
  const found = await stat(file).catch((error: unknown) => {
    throw new CliError(`${file} cannot be read (${reasonOf(error)}).`);
  });
  if (!found.isFile()) throw new CliError(`${file} is not a file.`);
  return {
    type: typeOf(file, encoding),
    bytes: found.size,
    content: () => createReadStream(file),
    nameOf: (line) => `line ${line}`,
  };
}

interface Failure {
  /** `line 2`, or what the line was made of. */
  readonly name: string;
  readonly result: ImportResult;
}

async function send(
  files: readonly ImportFile[],
  options: ImportOptions,
  env: NodeJS.ProcessEnv,
  progress: Progress,
): Promise<void> {
  const { service: url, token, organization } = await connectWith(options, env, progress);
  const failed: Failure[] = [];
  const sum = { dry_run: options.dryRun, lines: 0, created: 0, existing: 0, valid: 0, failed: 0 };
  let done = 0;
  for (const file of files) {
    let totals: Totals | undefined;
    for await (const result of resultsOf(file, `${url}/v1/purchases/import?${query(organization, options)}`, token)) {
      if (result.totals) totals = result.totals;
      else if (++done % STEP === 0) progress.warn(`${done} lines are done.`);
      if (result.status === 'failed') failed.push({ name: file.nameOf(result.line!), result });
    }
    if (!totals) {
      warnOf(failed, progress);
      throw new CliError(`The response ended after ${done} lines. Run the command again: nothing is imported twice.`);
    }
    for (const name of COUNTS) sum[name] += totals[name];
  }
  warnOf(failed, progress);
  const { lines, created, existing, valid } = sum;
  const outcome = sum.dry_run ? `${valid} are valid` : `${created} were created`;
  progress.report({
    text: `Of ${lines} lines, ${outcome}, ${existing} existed before, ${failed.length} failed.`,
    data: {
      ...sum,
      problems: failed.map(({ name, result: { line, type, problem } }) => ({
        line,
        type,
        ...(options.from === undefined ? {} : { source: name }),
        ...problem,
      })),
    },
  });
  if (failed.length > 0)
    throw new CliError('Some lines failed. Correct them and run the command again: nothing is imported twice.');
}

const COUNTS = ['lines', 'created', 'existing', 'valid', 'failed'] as const;

const query = (organization: string | undefined, { dryRun, amounts, dates, numberRepeatedIds }: ImportOptions): URLSearchParams =>
  new URLSearchParams({
    dry_run: String(dryRun),
    ...(organization === undefined ? {} : { organization_id: organization }),
    ...(amounts === undefined ? {} : { amounts }),
    ...(dates === undefined ? {} : { dates }),
    ...(numberRepeatedIds ? { repeated_ids: 'numbered' } : {}),
  });

/** A sentence about all lines with the same problem. */
function warnOf(failed: readonly Failure[], progress: Progress): void {
  const groups = Map.groupBy(failed, ({ result }) => result.problem!.detail);
  for (const [detail, failures] of groups) progress.warn(`${listOf(failures.map(({ name }) => name))}: ${detail}`);
}

const TABLES = new Set(['.csv', '.tsv']);

function typeOf(file: string, encoding: string | undefined): string {
  if (!TABLES.has(extname(file).toLowerCase())) return 'application/x-ndjson';
  return encoding === undefined ? 'text/csv' : `text/csv; charset=${encoding}`;
}

/** Sends the file and yields the results as they come. */
async function* resultsOf(file: ImportFile, url: string, token: string): AsyncGenerator<ImportResult, void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': file.type, 'content-length': String(file.bytes) };
  const response = await request(url, { method: 'POST', headers, body: file.content() }).catch((error: unknown) => {
    throw new ServiceUnreachable(`${new URL(url).origin} cannot be reached (${reasonOf(error)}).`);
  });
  if (response.statusCode !== 200) {
    throw refusalOf(new URL(url).origin, response.statusCode, await response.body.text());
  }
  try {
    for await (const line of createInterface({ input: response.body })) yield JSON.parse(line) as ImportResult;
  } catch {
    // The connection was lost; the caller sees that the totals are missing.
  }
}

export const defineImport: Define = (command, terminal) => {
  defineCommand(command, terminal, { options: ImportOptions, run: importFiles });
  defineCompare(command.enablePositionalOptions().command('compare'), terminal);
};
