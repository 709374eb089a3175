/** Each open bracket takes about a hundred bytes. */
export const MAX_DEPTH = 200_000;
/** Each is counted, and sorted by others, in one piece. No operation expects more than 1,000. */
export const MAX_NAMES = 10_000;
/** Lists grow by being copied. No operation expects more than 300,000. */
export const MAX_ITEMS = 500_000;
/** In characters, of what `JSON.parse` reads in one piece. No operation expects a text of more than 100,000. */
export const MAX_VALUE = 1024 * 1024;

/** The text may be valid, but has more of something than any operation expects. */
export class TooMuch extends Error {}
