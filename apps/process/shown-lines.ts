/** What terminals would act on, and what changes the direction of a line; lines and tabs stay. */
const CONTROL = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text as a terminal may show it: parts of it may come from customers, providers and other services. */
export const shownLines = (text: string): string => text.replace(CONTROL, ' ');
