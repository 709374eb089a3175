/** What an application says of where it runs: names with text, numbers or booleans. */
export type Conditions = { readonly [name: string]: string | number | boolean };

/** Equality of the whole map: same names, same values and types; the order plays no role. */
export function sameConditions(some: Conditions, others: Conditions): boolean {
  const names = Object.keys(some);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => Object.hasOwn(others, name) && some[name] === others[name])
  );
}
