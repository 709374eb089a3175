import { Worker } from 'node:worker_threads';

/** Memory for what `JSON.parse` has read before it finds the error. */
const MAX_MEMORY_MB = 128;

/** What `JSON.parse` says of a text that is not valid. */
const PROGRAM = `const { parentPort, workerData } = require('node:worker_threads');
try {
  JSON.parse(new TextDecoder().decode(Buffer.concat(workerData)));
} catch (error) {
  parentPort.postMessage(error.message);
}`;

/**
 * The error of `JSON.parse` for a long text in UTF-8, found in a thread of its own: the event loop goes on meanwhile. If it takes too much
 * memory, the message says nothing about the place of the error.
 */
export function jsonErrorOf(chunks: readonly Uint8Array[]): Promise<string> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      eval: true,
      workerData: chunks,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    worker.once('message', resolve);
    worker.once('error', () => resolve('JSON is not valid'));
    worker.once('exit', () => resolve('JSON is not valid'));
  });
}
