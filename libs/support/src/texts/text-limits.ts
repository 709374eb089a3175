/** Names, labels, codes and IDs of other systems. */
export const SHORT_TEXT = { max: 255 } as const;

/** Text that is only compared with stored text: IDs of other systems, keys, tokens, search terms. */
export const LOOKUP_TEXT = { max: 1024 } as const;

/** Texts of several paragraphs: descriptions, notes, comments. */
export const LONG_TEXT = { max: 10_000 } as const;
