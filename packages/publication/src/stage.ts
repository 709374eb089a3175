import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { FirstBlock } from '../../conformance/src/language.ts';
import type { Settings } from './published-form.ts';

/** Where the packages of a client are made. */
export interface Stage {
  readonly settings: Settings;
  /** The folder of the client in the repository. */
  readonly folder: string;
  /** A copy of that folder with README, LICENSE and CHANGELOG.md as they are published. */
  readonly from: string;
  /** The folder for the packages. */
  readonly to: string;
  /** A folder for whatever else is needed. It is removed at the end. */
  readonly work: string;
  /** ISO 8601. */
  readonly committedAt: string;
}

/** Makes the packages of a client, and says how they are installed in an empty project in which the first block of the README is. */
export type Publish = (stage: Stage) => Omit<FirstBlock, 'readme'>;

/** The error of a program that fails has what the program wrote to standard error. */
export const run = (program: string, args: readonly string[], cwd: string): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

export function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** The name of the only file of this form in a folder. */
export function fileIn(folder: string, end: string): string {
  const [file, ...others] = readdirSync(folder).filter((name) => name.endsWith(end));
  if (file === undefined || others.length > 0) throw new Error(`There is not one file ${end} in ${folder}.`);
  return file;
}

/** What the group of a form is in a file. */
export function valueIn(path: string, form: RegExp): string {
  const [, value] = form.exec(readFileSync(path, 'utf8')) ?? [];
  if (value === undefined) throw new Error(`There is no ${String(form)} in ${path}.`);
  return value;
}
