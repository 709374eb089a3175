import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { UsageError } from '../../process/index.ts';
import { OPERATIONS } from '../../api/operations/described.ts';
import { type Operation, requestOf, type Row } from '../../api/operations/operation.ts';
import { callService, type Connection, jsonOf } from '../connection/call-service.ts';
import { connect, type Wanted } from '../connection/connect.ts';
import { KeyRefused, ServiceUnreachable } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { copyCatalogTo } from './copied-catalog.ts';
import { withEndsOfDays } from './ends-of-days.ts';
import type { Input } from './input.ts';
import { givesKey, withIdOfKey } from './key-arguments.ts';
import { cellOf, type ExplanationData, explanationText, recordOf, restOf, tableOf, valueAt } from './texts.ts';

interface Common extends Wanted {
  readonly json?: true;
  readonly quiet?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly wait?: true;
  readonly copyCatalog?: true;
}

interface Run {
  readonly command: Command;
  readonly terminal: Terminal;
  readonly row: Row;
  readonly operation: Operation;
  readonly input: Input;
}

/** Why `--yes` is demanded. */
export const asksFor = ({ undoneBy }: Row): string =>
  undoneBy ? `This changes many at once, and \`${undoneBy}\` takes back most of it` : 'This cannot be undone';

/** Sends the request and prints what came of it. */
export async function runOperation({ command, terminal, row, operation, input }: Run): Promise<void> {
  const { json, quiet, dryRun, yes, wait, copyCatalog, ...wanted } = command.opts<Common>();
  const print = (text: string): void => terminal.print(`${text}\n`);
  if (row.ends && !yes && !dryRun) throw new UsageError(`${asksFor(row)}: add --yes, or --dry-run to see the request.`);
  const isByKey = givesKey(row, input.values);
  const connection = dryRun && !isByKey ? null : await connect(wanted, terminal.env);
  const values = connection && isByKey ? await withIdOfKey(input.values, connection) : input.values;
  if (dryRun || !connection) {
    const request = requestOf(row, operation, values, input.body);
    const text = `${request.method} ${request.path}${request.body ? `\n${JSON.stringify(request.body, null, 2)}` : ''}`;
    return print(json ? JSON.stringify(request, null, 2) : text);
  }
  const response = await callService(connection, requestOf(row, operation, await withEndsOfDays(values, connection), input.body));
  if (isExport(response.headers['content-type'])) return copy(response.body, connection.service, terminal);
  const answered = await jsonOf(connection.service, response);
  const body = wait && row.goesOn ? await whenEnded(row.goesOn, answered as Begun, { connection, terminal }) : answered;
  if (quiet) for (const id of idsOf(row, body)) print(id);
  else print(json ? JSON.stringify(body ?? null, null, 2) : textOf(row, body, input));
  if (copyCatalog) await copyCatalogTo(body as { id: string; slug: string }, String(values['id']), { connection, terminal });
  if (row.of === EXPLANATION && !(body as ExplanationData).allowed) throw new KeyRefused('The license key is refused.');
}

const WAIT_MS = 1_000;

interface Begun {
  readonly id: string;
  readonly status: string;
}

/** What was begun, as it is when it has ended. If the service cannot be reached meanwhile, it goes on there. */
async function whenEnded(
  { shownBy, statuses, shows }: NonNullable<Row['goesOn']>,
  begun: Begun,
  { connection, terminal }: { readonly connection: Connection; readonly terminal: Terminal },
): Promise<Begun> {
  let [now, said] = [begun, ''];
  while (statuses.includes(now.status)) {
    const progress = shows
      .split(' ')
      .map((name) => `${name} ${cellOf(valueAt(now, name))}`)
      .join(', ');
    if (progress !== said) terminal.warn(`${progress}\n`);
    said = progress;
    await setTimeout(WAIT_MS);
    const request = requestOf({ of: shownBy }, OPERATIONS[shownBy]!, { id: now.id });
    now = (await jsonOf(connection.service, await callService(connection, request))) as Begun;
  }
  return now;
}

const EXPLANATION = 'license_keys.explain';

const isExport = (type: unknown): boolean => /^(text\/csv|application\/(x-ndjson|pdf))\b/.test(String(type));

async function copy(body: AsyncIterable<Buffer>, service: string, { print, takesMore }: Terminal): Promise<void> {
  try {
    for await (const chunk of body) {
      print(chunk);
      if (!(await takesMore())) return;
    }
  } catch {
    throw new ServiceUnreachable(`${service} ended the connection: what was printed is not complete.`);
  }
}

const itemsOf = ({ list = 'items' }: Row, body: unknown): readonly unknown[] | undefined => {
  const items = (body as Readonly<Record<string, unknown>> | undefined)?.[list];
  return Array.isArray(items) ? items : undefined;
};

const idOf = (value: unknown): readonly string[] => {
  const id = (value as { readonly id?: unknown } | undefined)?.id;
  return typeof id === 'string' ? [id] : [];
};

const idsOf = (row: Row, body: unknown): readonly string[] =>
  (row.shows ? itemsOf(row, body) : undefined)?.flatMap(idOf) ?? idOf(body);

function textOf(row: Row, body: unknown, { values }: Input): string {
  if (body === undefined) return 'Done.';
  if (row.of === EXPLANATION) return explanationText(body as ExplanationData);
  const items = row.shows ? itemsOf(row, body) : undefined;
  if (!items) return recordOf(body as Readonly<Record<string, unknown>>);
  if (items.length === 0) return 'There are none.';
  const rest = restOf(body as object, values['page'] as number | undefined);
  return [tableOf(items, row.shows!.split(' ')), ...(rest === undefined ? [] : [rest])].join('\n');
}
