/** Facts that an application sends about its environment; validation compares them with those of the activation. */
export type Conditions = { readonly [name: string]: string | number | boolean };

/** True if both maps have the same names with the same values and types, in any order. */
export function sameConditions(some: Conditions, others: Conditions): boolean {
  const names = Object.keys(some);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => Object.hasOwn(others, name) && some[name] === others[name])
  );
}
