type Scalar = string | number | boolean | null;

/** Equality of scalars and of flat objects of scalars. */
export function shallowEqual(a: Scalar | object, b: Scalar | object): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const entries = Object.entries(a);
  return (
    entries.length === Object.keys(b).length &&
    entries.every(([key, value]) => Object.hasOwn(b, key) && value === (b as { [key: string]: unknown })[key])
  );
}
