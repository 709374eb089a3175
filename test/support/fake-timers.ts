const AS_USUAL = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

/**
 * For `jest.useFakeTimers`: `setTimeout` fires when a test advances the time, and everything else works as usual, such as sockets. What is to
 * happen before a timeout happens however long it takes.
 */
export const ONLY_TIMEOUTS = { doNotFake: [...AS_USUAL] };
