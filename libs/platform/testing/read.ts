import type { Field, Issue } from '#platform/wire';

/** What a field says against an input; nothing, if it takes it. */
export function issuesOf(field: Field<unknown>, input: unknown): Issue[] {
  const issues: Issue[] = [];
  field.read(input, issues);
  return issues;
}

/** What an input reads as; fails if the field does not take it. */
export function valueOf<T>(field: Field<T>, input: unknown): T {
  const issues: Issue[] = [];
  const value = field.read(input, issues);
  if (issues.length > 0) throw new Error(`Refused: ${JSON.stringify(issues)}`);
  return value;
}
