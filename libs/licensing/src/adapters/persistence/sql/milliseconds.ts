/** SQL of an interval of so many milliseconds. */
export const milliseconds = (count: string): string => `${count} * interval '1 millisecond'`;
