/** How many are named. */
const NAMED = 5;

/** `Line 2`, or `Lines 2, 3 and 4 more`. */
export function listOf(names: readonly string[]): string {
  const [named, others] = [names.slice(0, NAMED), names.length - NAMED];
  const [first, ...rest] = named as [string, ...string[]];
  const kind = /^.* (?=\S+$)/.exec(first)?.[0] ?? '';
  const isOneKind = kind !== '' && rest.every((name) => name.startsWith(kind));
  const begin = isOneKind && names.length > 1 ? `${kind.trim()}s ${first.slice(kind.length)}` : first;
  const list = [begin, ...rest.map((name) => (isOneKind ? name.slice(kind.length) : name))].join(', ');
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}${others > 0 ? ` and ${others} more` : ''}`;
}
