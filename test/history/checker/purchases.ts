import type { ReadPurchases } from '../operations.ts';
import type { Selection } from './select.ts';

/** All that is wrong with the purchases of a product that brings one license key each. */
export function purchaseViolations(operations: Selection): string[] {
  const read = operations.read('read purchases');
  if (!read) return ['Nothing was read in the end'];
  const possible = new Set(operations.possible('purchase').map(({ input }) => input.name));
  const existing = Map.groupBy(read.purchases, ({ name }) => name);
  const wrong: string[] = [];
  for (const [name, same] of Map.groupBy(operations.done('purchase'), ({ input }) => input.name)) {
    const ids = new Set(same.map(({ answer }) => answer.id));
    if (ids.size > 1) wrong.push(`${name} was acknowledged as ${ids.size} purchases`);
    if (!existing.has(name)) wrong.push(`${name} is lost`);
    else if (!ids.has(existing.get(name)![0]!.id)) wrong.push(`${name} is another one than was acknowledged`);
  }
  for (const [name, same] of existing) {
    if (!possible.has(name)) wrong.push(`${name} exists, but was refused or never reported`);
    if (same.length > 1) wrong.push(`${name} exists ${same.length} times`);
  }
  return [...wrong, ...consequenceViolations(read)];
}

/** Each purchase has one grant with one key, and was published once. */
function consequenceViolations({ purchases, grants, keys, paid }: ReadPurchases): string[] {
  const grantsOf = Map.groupBy(grants, ({ purchase }) => purchase);
  const paidOf = Map.groupBy(paid, (id) => id);
  const existing = new Set(keys);
  const ids = new Set(purchases.map(({ id }) => id));
  const granted = new Set(grants.map(({ key }) => key));
  return [
    ...purchases.flatMap(({ id, name }) => {
      const own = (grantsOf.get(id) ?? []).map(({ key }) => key);
      const usable = own.filter((key) => key !== null && existing.has(key));
      const times = paidOf.get(id)?.length ?? 0;
      return [
        ...(own.length === 1 && usable.length === 1 ? [] : [`${name} has ${own.length} grants and ${usable.length} keys`]),
        ...(times === 1 ? [] : [`The payment of ${name} was recorded ${times} times`]),
      ];
    }),
    ...grants.filter(({ purchase }) => !ids.has(purchase)).map(({ purchase }) => `There is a grant of no purchase, ${purchase}`),
    ...keys.filter((key) => !granted.has(key)).map((key) => `There is a key of no purchase, ${key}`),
    ...(granted.size < grants.length ? ['Two purchases have the same key'] : []),
  ];
}
