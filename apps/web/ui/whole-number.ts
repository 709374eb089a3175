import { useUiWords } from '../i18n/languages.tsx';
import type { FieldCheck } from './field-checks.ts';

/** The check of a field with a whole number. */
export function useWholeNumber(least = 0): FieldCheck {
  const { wholeNumber, atLeast } = useUiWords().fieldIssues;
  return (text) => (/^-?\d{1,12}$/.test(text) ? (Number(text) < least ? atLeast(least) : null) : wholeNumber);
}
