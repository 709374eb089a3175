/**
 * Assigns the values in `changes` to the fields of the same names, and returns the names of the fields that now have another
 * value. `undefined` leaves a field unchanged.
 *
 * Callers name the type: `applyChanges<Required<KeyChanges>>(this, changes)`. The target then needs every field of it, so a
 * change without a field to go to does not compile. Private fields do not count.
 */
export function applyChanges<T extends object>(
  target: NoInfer<T>,
  changes: { readonly [K in keyof T]?: T[K] },
  isEqual: (a: T[keyof T], b: T[keyof T]) => boolean = isSameValue,
): (keyof T & string)[] {
  const given = (Object.keys(changes) as (keyof T & string)[]).filter((field) => changes[field] !== undefined);
  const changed = given.filter((field) => !isEqual(target[field], changes[field]!));
  for (const field of changed) target[field] = changes[field]!;
  return changed;
}

/** Dates are compared by their time, everything else by identity. */
const isSameValue = (a: unknown, b: unknown): boolean =>
  a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
