const DAY = /^\d{4}-\d\d-\d\d$/;

/** The last moment of a day that is given without a time, in UTC; every other text stays as it is. */
export const endOfDay = (text: string): string => (DAY.test(text) ? `${text}T23:59:59.999Z` : text);
