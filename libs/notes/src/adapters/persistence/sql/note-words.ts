/** The words of a text without accents, as in the index: parts of addresses and numbers are words of their own. */
export const NOTE_WORDS = `to_tsvector('simple', platform.folded(translate(text, '@./:_+<>&#-', '           ')))`;
