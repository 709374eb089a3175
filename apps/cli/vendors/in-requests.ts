import type { Readable } from 'node:stream';
import type { ReadLine } from './reading.ts';

/** What is sent in one request. */
export interface ImportFile {
  readonly type: string;
  readonly bytes: number;
  readonly content: () => Readable | string;
  /** How messages call a line of it. */
  readonly nameOf: (line: number) => string;
}

/** The most that one request may have. */
const REQUEST = { lines: 10_000, bytes: 50 * 1024 * 1024 } as const;

export function inRequests(lines: readonly ReadLine[]): ImportFile[] {
  const requests: { sources: string[]; text: string[]; bytes: number }[] = [];
  for (const { source, line } of lines) {
    const text = `${JSON.stringify(line)}\n`;
    const bytes = Buffer.byteLength(text);
    const last = requests.at(-1);
    if (last && last.sources.length < REQUEST.lines && last.bytes + bytes <= REQUEST.bytes) {
      last.sources.push(source);
      last.text.push(text);
      last.bytes += bytes;
    } else requests.push({ sources: [source], text: [text], bytes });
  }
  return requests.map(({ sources, text, bytes }) => ({
    type: 'application/x-ndjson',
    bytes,
    content: () => text.join(''),
    nameOf: (line) => sources[line - 1]!,
  }));
}
