import { Worker } from 'node:worker_threads';
import { RequestInvalid } from './errors.ts';

/** The position of the syntax error, if the message of `JSON.parse` contains it. */
const offsetOf = (reason: string, length: number): number =>
  reason.startsWith('Unexpected end') ? length : Number(/ at position (\d+)/.exec(reason)?.[1] ?? 0);

/** `reason` is the message of `JSON.parse`, or why the text could not be decoded; `length` that of the text. */
export function malformedJson(reason: string, length: number): RequestInvalid {
  const offset = offsetOf(reason, length);
  return new RequestInvalid([
    { loc: ['body', offset], type: 'json_invalid', msg: 'JSON decode error', input: {}, ctx: { error: reason.slice(0, 200) } },
  ]);
}

/** Memory for what `JSON.parse` has read before it finds the error. Less of it is young, so that garbage is collected early. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4 };

/** What `JSON.parse` says of a text that is not valid. Bytes are let go of as soon as they are part of something else. */
const PROGRAM = `const { parentPort, workerData } = require('node:worker_threads');
const textOf = () => new TextDecoder().decode(Buffer.concat(workerData.splice(0)));
try {
  JSON.parse(textOf());
} catch (error) {
  parentPort.postMessage(error.message);
}`;

/** Ends when no error is looked for any more. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The error of `JSON.parse` for a long text in UTF-8, found in a thread of its own: the event loop goes on meanwhile. There is one such
 * thread at a time, because it needs several times the memory of the text. If it takes too much, the message says nothing about the place
 * of the error. The bytes belong to the thread afterwards.
 */
export function jsonErrorOf(chunks: readonly Uint8Array[]): Promise<string> {
  const found = last.then(() => find(chunks));
  last = found.catch(() => undefined);
  return found;
}

function find(chunks: readonly Uint8Array[]): Promise<string> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      eval: true,
      workerData: chunks,
      // A buffer of which a chunk is only a part may also be used by others.
      transferList: chunks
        .map(({ buffer }) => buffer)
        .filter((buffer, index) => buffer.byteLength === chunks[index]!.byteLength) as ArrayBuffer[],
      resourceLimits: LIMITS,
    });
    worker.once('message', resolve);
    worker.once('error', () => resolve('JSON is not valid'));
    worker.once('exit', () => resolve('JSON is not valid'));
  });
}
