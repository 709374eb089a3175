import { text } from '#platform/wire';

/** How many counters a license key has at most: they are read and written together. */
export const MOST_COUNTERS = 16;

/** The name of a counter of license keys, in requests and responses. */
export const COUNTER_NAME = text({ min: 1, max: 40, pattern: /^[a-z0-9][a-z0-9_]*$/ });
