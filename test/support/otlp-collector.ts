import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the beginning of a trace. */
  readonly parentId: string;
  readonly name: string;
}

/** Fields of a protobuf message that have a length: texts, bytes and messages, by number. */
function fieldsOf(message: Buffer): Map<number, Buffer[]> {
  const fields = new Map<number, Buffer[]>();
  let at = 0;
  const varint = (): number => {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const [number, type] = [Math.floor(tag / 8), tag % 8];
    if (type === 0) varint();
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else {
      const length = varint();
      fields.set(number, [...(fields.get(number) ?? []), message.subarray(at, at + length)]);
      at += length;
    }
  }
  return fields;
}

const inner = (messages: readonly Buffer[], field: number): Buffer[] =>
  messages.flatMap((each) => fieldsOf(each).get(field) ?? []);

/** The spans of an OTLP request: resource_spans (1), scope_spans (2), spans (2). */
const spansOf = (body: Buffer): CollectedSpan[] =>
  inner(inner(inner([body], 1), 2), 2).map((span) => {
    const fields = fieldsOf(span);
    const hex = (field: number): string => fields.get(field)?.[0]?.toString('hex') ?? '';
    return { traceId: hex(1), spanId: hex(2), parentId: hex(4), name: fields.get(5)?.[0]?.toString() ?? '' };
  });

/** Receives traces over OTLP. */
export async function startCollector(): Promise<{ endpoint: string; spans: CollectedSpan[]; close: () => void }> {
  const spans: CollectedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') spans.push(...spansOf(Buffer.concat(chunks)));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, spans, close: () => void server.close() };
}
