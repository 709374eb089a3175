/** A number that is written already, with what is counted. */
export const counted = (count: string, one: string, many: string): string => `${count} ${count === '1' ? one : many}`;
