import { answer, type Schema } from '../../../api/client.ts';
import { api } from '../../context.ts';
import type { Row } from './lines.ts';

type Result = Schema<'ImportResult'>;
export type SendableRow = Extract<Row, { readonly value: object }>;
export type Totals = NonNullable<Result['totals']>;

export interface LineProblem {
  readonly line: number;
  readonly key: string;
  readonly text: string;
}

export interface Outcome {
  /** Null if the response ended early. */
  readonly totals: Totals | null;
  readonly problems: readonly LineProblem[];
}

/** Sends the rows and reads what becomes of each while the import goes on. */
export async function sendRows(
  rows: readonly SendableRow[],
  { organizationId, isDryRun }: { readonly organizationId: string; readonly isDryRun: boolean },
  onProgress: (share: number) => void,
): Promise<Outcome> {
  const body = rows.map(({ value }) => JSON.stringify(value)).join('\n');
  const stream = await answer(
    api.POST('/v1/purchases/import', {
      params: { query: { organization_id: organizationId, dry_run: isDryRun } },
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: body as never,
      bodySerializer: (text: unknown) => text as string,
      parseAs: 'stream',
    }),
  );
  const problems: LineProblem[] = [];
  let totals: Totals | null = null;
  let done = 0;
  for await (const { line, totals: all, problem } of resultsIn(stream as ReadableStream<Uint8Array>)) {
    if (all) totals = all;
    else onProgress(++done / rows.length);
    const row = line === null ? undefined : rows[line - 1];
    if (problem && row) problems.push({ line: row.line, key: row.key, text: textOf(problem) });
  }
  return { totals, problems };
}

/** What is wrong with fields says more than the sentence about all. */
const textOf = ({ detail, fields }: NonNullable<Result['problem']>): string =>
  fields.length === 0 ? detail : fields.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');

/** A response that is cut off has no last line. */
async function* resultsIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<Result> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const read = await reader.read().catch(() => null);
    if (read === null || read.done) return;
    const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Result;
  }
}
