import type { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { csvLine } from '#support/csv';
import { isoTimeIn } from '#support/days';
import { described, oneOf, withDefault } from '#platform/wire';
import { streamedFile, streamedLines } from './streamed-lines.ts';

const CSV = 'text/csv';

/** What each column of a table says of a value. */
export type Columns<T> = Readonly<Record<string, (value: T) => string | number | boolean | Date | null>>;

const FORMATS = ['ndjson', 'csv'] as const;

export const exportFormat = (fallback: (typeof FORMATS)[number]) =>
  described(
    withDefault(oneOf(FORMATS), () => fallback),
    'One JSON object on each line (`ndjson`), or a table (`csv`).',
  );

/** What `Responses` documents of an export whose lines are of this view. */
export const EXPORT_TYPES = { mediaType: 'application/x-ndjson', otherMediaType: CSV } as const;

interface Table<T> {
  readonly format: (typeof FORMATS)[number];
  readonly columns: Columns<T>;
  /** The time zone of the times in a table. */
  readonly timezone?: string;
}

/** A response with all values, sent while they are made: a JSON object on each line, or as CSV a line with the columns of each. */
export function streamedExport<T extends object>(
  values: AsyncGenerator<T, void>,
  reply: FastifyReply,
  { format, columns, timezone = 'UTC' }: Table<T>,
): StreamableFile {
  return format === 'csv' ? streamedFile(tableOf(values, columns, timezone), reply, CSV) : streamedLines(values, reply);
}

async function* tableOf<T>(values: AsyncGenerator<T, void>, columns: Columns<T>, timezone: string): AsyncGenerator<string, void> {
  yield csvLine(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const value of values) {
    yield csvLine(
      cells.map((cell) => {
        const written = cell(value);
        if (written instanceof Date) return isoTimeIn(written, timezone);
        return typeof written === 'boolean' ? String(written) : written;
      }),
    );
  }
}
