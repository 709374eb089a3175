import { ResourceNotFound } from '#kernel';
import { CliError } from '#platform/process';
import { email, type Issue } from '#platform/wire';

/** Says what it was that is not there. */
export async function found<T>(what: string, outcome: Promise<T>): Promise<T> {
  try {
    return await outcome;
  } catch (error) {
    throw error instanceof ResourceNotFound && error.error === 'ResourceNotFound'
      ? new CliError(`${what} is not known here.`)
      : error;
  }
}

const address = email();

export function emailFrom(text: string): string {
  const issues: Issue[] = [];
  const value = address.read(text, issues);
  if (issues.length > 0) throw new CliError(`${text} is no e-mail address.`);
  return value;
}
