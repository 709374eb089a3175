import type { Field, Issue } from '#platform/wire';

/** The issues of an input; empty if the field accepts it. */
export function issuesOf(field: Field<unknown>, input: unknown): Issue[] {
  const issues: Issue[] = [];
  field.read(input, issues);
  return issues;
}

/** The value that the field reads from an input; throws if the field rejects it. */
export function valueOf<T>(field: Field<T>, input: unknown): T {
  const issues: Issue[] = [];
  const value = field.read(input, issues);
  if (issues.length > 0) throw new Error(`Rejected: ${JSON.stringify(issues)}`);
  return value;
}
