import type { Language } from '../language.ts';

/** A deliberate breakage of a client: it no longer keeps a rule. */
export interface Mutant {
  /** The rule that is broken, in the same words in all languages. */
  readonly breaks: string;
  /** In the folder of the client. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** A part of the name of the case that should notice, which is tried first. */
  readonly by: string;
  /** Why no case can notice. */
  readonly unnoticed?: string;
}

/** A client that is broken deliberately. */
export interface Mutated {
  readonly name: string;
  /** The sources with the driver. They are copied before they are broken. */
  readonly folder: string;
  readonly mutants: readonly Mutant[];
  /** The command that makes the copy run; in its folder. */
  readonly build?: string;
  /** The client in a copy of its folder. */
  language(copy: string): Language;
}

/** The source without what keeps the rule. Throws if the place to break is not found, or not unambiguous. */
export function broken(source: string, { file, find, replace, breaks }: Mutant): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${breaks}: ${file} has ${parts.length - 1} times what is to be broken.`);
  return parts.join(replace);
}
