import type { IgnoredField } from '#platform/wire/composition';

export const IGNORED_FIELDS_HEADER = 'license-ignored-fields';

/** Characters of a name in the header. */
const MAX_LENGTH = 100;

/** Values that are looked at to find the objects again. */
const MAX_VISITED = 10_000;

/** Names are those that a client sent, so everything beyond plain characters is encoded. */
const encoded = (name: string): string => encodeURIComponent(name.slice(0, MAX_LENGTH).toWellFormed());

/** The paths to objects in a body. Elements of a list share a path. */
function pathsTo(objects: ReadonlySet<object>, body: unknown): ReadonlyMap<object, string> {
  const paths = new Map<object, string>();
  let left = MAX_VISITED;
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || left-- <= 0 || paths.size === objects.size) return;
    if (objects.has(value)) paths.set(value, path);
    const isList = Array.isArray(value);
    for (const name in value) {
      const below = isList ? '[]' : path === '' ? encoded(name) : `.${encoded(name)}`;
      visit((value as Readonly<Record<string, unknown>>)[name], path + below);
    }
  };
  visit(body, '');
  return paths;
}

/**
 * The value of the header: the names of the ignored fields with the paths to them. Objects are found in the body only now, so that a body
 * without unknown fields costs nothing; those of a long body are gone, and their fields have no path.
 */
export function namesOfIgnored(ignored: readonly IgnoredField[], body: unknown): string {
  const paths = pathsTo(new Set(ignored.map(({ input }) => input)), body);
  const names = ignored.map(({ input, name }) => {
    const path = paths.get(input);
    return path ? `${path}.${encoded(name)}` : encoded(name);
  });
  return [...new Set(names)].join(', ');
}
