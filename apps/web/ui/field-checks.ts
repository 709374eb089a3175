import type { RefCallback } from 'react';
import type { FieldIssue } from '../api/problem.ts';

/** What is wrong with the text of a field that is not empty, in words; null for nothing. */
export type FieldCheck = (text: string) => string | null;

const checks = new WeakMap<Element, FieldCheck>();

/** For the input of a field with a check of its own. */
export const checkedBy =
  (check: FieldCheck | undefined): RefCallback<HTMLInputElement | HTMLTextAreaElement> =>
  (input) => {
    if (input && check) checks.set(input, check);
  };

const said = (type: string, msg = '', ctx = {}): FieldIssue => ({ type, msg, ctx });

function issueOf(element: HTMLInputElement): FieldIssue | null {
  const { value, minLength, validity } = element;
  if (validity.badInput) return said('date_parsing');
  if (value.trim() === '') {
    if (!element.closest('[data-required]')) return null;
    return element.closest('.chosen') ? said('too_short', '', { min_length: 1 }) : said('missing');
  }
  if (validity.typeMismatch) return said(element.type === 'url' ? 'url_parsing' : 'email_parsing');
  if (minLength > value.trim().length) return said('string_too_short', '', { min_length: minLength });
  const words = checks.get(element)?.(value.trim());
  return words ? said('page', words) : null;
}

/** What is wrong with the fields of a form, by their names, before it is sent. The service has the last word. */
export function fieldIssuesIn(form: HTMLFormElement): Record<string, FieldIssue> {
  const found: Record<string, FieldIssue> = {};
  for (const element of form.elements as Iterable<HTMLInputElement>) {
    if (!element.name || element.disabled || element.readOnly) continue;
    const issue = issueOf(element);
    if (issue) found[element.name] = issue;
  }
  return found;
}

/** The name of the field that an element belongs to. Some controls have it at a hidden element. */
export const nameOf = (element: HTMLInputElement): string =>
  element.name || (element.closest('.field')?.querySelector<HTMLInputElement>('[name]')?.name ?? '');

const FOCUSABLE = 'input:not([type=hidden], [tabindex="-1"]), textarea, button';

/** Brings the first of some fields into view, and the focus to it. Controls such as selections keep their value in a hidden element. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const element = ([...form.elements] as HTMLInputElement[]).find(({ name }) => names.includes(name));
  if (!element) return;
  for (let group = element.closest('details'); group; group = group.parentElement?.closest('details') ?? null) group.open = true;
  const control = element.closest('.field, fieldset')?.querySelector<HTMLElement>(FOCUSABLE) ?? element;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: 'center' });
}
