import { fieldProblem } from '../api/problem.ts';

type Nested = { [name: string]: Value };
export type Value = string | number | boolean | Nested | Value[];

/** How the text of a field is read; texts by default. */
export type FieldKinds = Readonly<Record<string, 'number' | 'numbers' | 'texts' | 'boolean' | 'duration'>>;

/** The name of the field that has the unit of a duration, in seconds. */
export const unitNameOf = (name: string): string => `unit:${name}`;

const SEPARATORS = /[\s,;]+/;
const INDEX = /\.\d+(?=\.|$)/g;

/**
 * What the fields of a form whose names begin with a path say, as the object that the API takes: a field `a.b.0.c` is in a list. Fields that
 * are empty are left out. `kinds` are by name, with `*` for the numbers of items. Throws a problem for a text that is no number;
 * `numbers` are several with commas between, or only `-` for none; `texts` are several without blanks.
 */
export function nestedIn(form: FormData, path: string, kinds: FieldKinds, notANumber: string): Nested {
  const root: Nested = {};
  for (const [name, given] of form) {
    if (!name.startsWith(`${path}.`) || typeof given !== 'string' || given.trim() === '') continue;
    const inner = name.slice(path.length + 1);
    const value = valueOf(given.trim(), kinds[inner.replaceAll(INDEX, '.*')]);
    if (value === null) throw fieldProblem(name, notANumber);
    const unit = form.get(unitNameOf(name));
    put(root, inner.split('.'), typeof value === 'number' && unit !== null ? value * Number(unit) : value);
  }
  return root;
}

function valueOf(text: string, kind: FieldKinds[string] | undefined): Value | null {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'numbers') return text === '-' ? [] : numbersIn(text);
  if (kind === 'texts') return text.split(SEPARATORS);
  if (kind === undefined) return text;
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

function numbersIn(text: string): number[] | null {
  const numbers = text.split(SEPARATORS).map((each) => valueOf(each, 'number'));
  return numbers.every((each) => typeof each === 'number') ? numbers : null;
}

function put(root: Nested, path: readonly string[], value: Value): void {
  let holder = root;
  for (const [index, name] of path.slice(0, -1).entries()) {
    holder[name] ??= /^\d+$/.test(path[index + 1]!) ? [] : {};
    holder = holder[name] as Nested;
  }
  holder[path.at(-1)!] = value;
}
