import type { Field, Issue } from '#platform/wire';

/** The issues that a field finds in an input; none if the input is valid. */
export function issuesOf(field: Field<unknown>, input: unknown): Issue[] {
  const issues: Issue[] = [];
  field.read(input, issues);
  return issues;
}

/** The value that a field reads from an input. Throws if the input is invalid. */
export function valueOf<T>(field: Field<T>, input: unknown): T {
  const issues: Issue[] = [];
  const value = field.read(input, issues);
  if (issues.length > 0) throw new Error(`Invalid input: ${JSON.stringify(issues)}`);
  return value;
}
