import { answer, type Schema } from '../../../api/client.ts';
import { api } from '../../context.ts';
import type { RepeatedOrders, Row } from './lines.ts';

type Result = Schema<'ImportResult'>;
export type SendableRow = Extract<Row, { readonly value: object }>;
export type Totals = NonNullable<Result['totals']>;

type Problem = NonNullable<Result['problem']>;

/** A line that was not imported, and why. */
export interface FailedLine {
  readonly line: number;
  readonly key: string;
  readonly problem: Problem;
}

export interface Outcome {
  /** Null if the response ended early. */
  readonly totals: Totals | null;
  readonly failed: readonly FailedLine[];
}

/** Sends the rows and reads what becomes of each while the import goes on. */
export async function sendRows(
  rows: readonly SendableRow[],
  {
    organizationId,
    isDryRun,
    repeated,
  }: { readonly organizationId: string; readonly isDryRun: boolean; readonly repeated: RepeatedOrders },
  onProgress: (share: number) => void,
): Promise<Outcome> {
  const body = rows.map(({ value }) => JSON.stringify(value)).join('\n');
  const stream = await answer(
    api.POST('/v1/purchases/import', {
      params: { query: { organization_id: organizationId, dry_run: isDryRun, repeated_ids: repeated } },
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: body as never,
      bodySerializer: (text: unknown) => text as string,
      parseAs: 'stream',
    }),
  );
  const failed: FailedLine[] = [];
  let totals: Totals | null = null;
  let done = 0;
  for await (const { line, totals: all, problem } of resultsIn(stream as ReadableStream<Uint8Array>)) {
    if (all) totals = all;
    else onProgress(++done / rows.length);
    const row = line === null ? undefined : rows[line - 1];
    if (problem && row) failed.push({ line: row.line, key: row.key, problem });
  }
  return { totals, failed };
}

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
