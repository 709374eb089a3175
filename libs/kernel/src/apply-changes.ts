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

/** Whether two values say the same: dates by their time, lists and objects by what they hold. Without a value is like without the field. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date) return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  if (Array.isArray(a) !== Array.isArray(b) || (Array.isArray(a) && a.length !== (b as unknown[]).length)) return false;
  const [of, other] = [a, b] as [Valued, Valued];
  return [...new Set([...Object.keys(of), ...Object.keys(other)])].every((name) => isSameValue(of[name], other[name]));
}

type Valued = { readonly [name: string]: unknown };
