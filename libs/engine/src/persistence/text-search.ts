/** The pattern of `like` for texts that contain this one: in it, `%` and `_` stand for themselves. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Whether an index of trigrams (pg_trgm) can find texts that are this one: it leaves everything else out. */
export const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether an index of trigrams (pg_trgm) can find texts that contain this one: it knows letters and digits that follow each other only. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
