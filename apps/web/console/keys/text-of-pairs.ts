/** Names with their values in one line. */
export const textOfPairs = (pairs: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
