import { IsIn, IsUUID, Matches } from 'class-validator';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import type { ImportResult } from '#entitlements';
import { AMOUNT_FORMS, DAY_ORDERS } from '#support/cells';
import { CliError } from '../../process/index.ts';
import { refusalOf } from '../connection/call-service.ts';
import { reasonOf } from '../connection/service-errors.ts';
import { connectWith, ProfileOption, TokenOption } from '../connection/token-option.ts';
import { type Define, defineCommand, type Progress } from '../define-command.ts';
import { ServiceUnreachable } from '../exit-codes.ts';
import { CliArgument, CliFlag, CliOption } from '../options.ts';
import { ServiceUrlOption } from '../service-url.ts';

class ImportOptions {
  @CliArgument('<file>', 'File with one line of JSON for each customer or purchase, or CSV if its name ends with .csv or .tsv')
  readonly file!: string;

  @ServiceUrlOption()
  readonly url?: string;

  @TokenOption()
  readonly token?: string;

  @ProfileOption()
  readonly profile?: string;

  @CliOption('<name>', 'Encoding of a CSV file, such as windows-1252, if it is not recognized', { optional: true })
  @Matches(/^[\w.:-]{1,40}$/, { message: '--encoding must be the name of an encoding, not $value.' })
  readonly encoding?: string;

  @CliOption('<id>', 'Id of the organization, if the token may see several', { optional: true })
  @IsUUID('all', { message: '--organization must be the id of an organization, not $value.' })
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

async function importFile(options: ImportOptions, env: NodeJS.ProcessEnv, progress: Progress): Promise<void> {
  const { file, encoding } = options;
  const { service: url, token, organization } = await connectWith(options, env, progress);
  const failed: ImportResult[] = [];
  let done = 0;
  let totals: Totals | undefined;
  for await (const result of send(
    file,
    typeOf(file, encoding),
    `${url}/v1/purchases/import?${query(organization, options)}`,
    token,
  )) {
    if (result.totals) totals = result.totals;
    else if (++done % STEP === 0) progress.warn(`${done} lines are done.`);
    if (result.status !== 'failed') continue;
    failed.push(result);
  }
  for (const problem of grouped(failed)) progress.warn(problem);
  if (!totals) throw new CliError(`The response ended after ${done} lines. Run the command again: nothing is imported twice.`);
  const { lines, created, existing, valid } = totals;
  const outcome = totals.dry_run ? `${valid} are valid` : `${created} were created`;
  progress.report({
    text: `Of ${lines} lines, ${outcome}, ${existing} existed before, ${failed.length} failed.`,
    data: { ...totals, problems: failed.map(({ line, type, problem }) => ({ line, type, ...problem })) },
  });
  if (failed.length > 0)
    throw new CliError('Some lines failed. Correct them and run the command again: nothing is imported twice.');
}

const query = (organization: string | undefined, { dryRun, amounts, dates, numberRepeatedIds }: ImportOptions): URLSearchParams =>
  new URLSearchParams({
    dry_run: String(dryRun),
    ...(organization === undefined ? {} : { organization_id: organization }),
    ...(amounts === undefined ? {} : { amounts }),
    ...(dates === undefined ? {} : { dates }),
    ...(numberRepeatedIds ? { repeated_ids: 'numbered' } : {}),
  });

/** How many lines with the same problem are named. */
const NAMED = 5;

/** A sentence about all lines with the same problem. */
function grouped(failed: readonly ImportResult[]): string[] {
  const groups = Map.groupBy(failed, ({ problem }) => problem!.detail);
  return [...groups].map(([detail, results]) => {
    const [named, others] = [results.slice(0, NAMED).map(({ line }) => line), results.length - NAMED];
    const lines = `${results.length === 1 ? 'Line' : 'Lines'} ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
    return `${lines}: ${detail}`;
  });
}

const TABLES = new Set(['.csv', '.tsv']);

function typeOf(file: string, encoding: string | undefined): string {
  if (!TABLES.has(extname(file).toLowerCase())) return 'application/x-ndjson';
  return encoding === undefined ? 'text/csv' : `text/csv; charset=${encoding}`;
}

/** Sends the file and yields the results as they come. */
async function* send(file: string, type: string, url: string, token: string): AsyncGenerator<ImportResult, void> {
  const { size } = await stat(file).catch((error: unknown) => {
    throw new CliError(`${file} cannot be read (${reasonOf(error)}).`);
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': String(size) };
  const response = await request(url, { method: 'POST', headers, body: createReadStream(file) }).catch((error: unknown) => {
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

export const defineImport: Define = (command, terminal) =>
  defineCommand(command, terminal, { options: ImportOptions, run: importFile });
