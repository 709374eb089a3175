import { ApiProblem, type FieldIssue } from '../api/problem.ts';
import { useUiWords } from '../i18n/languages.tsx';
import type { UiWords } from '../i18n/ui-words.en.ts';

/** What to tell people about an error: the words of the page if it knows the kind, else those of the service. */
export function useProblemText(): (error: unknown) => string {
  const words = useUiWords();
  return (error) => {
    if (!(error instanceof ApiProblem)) return words.somethingWentWrong;
    if (error.status === 0) return words.unreachable;
    if (error.code === 'Unauthorized') return words.signInAgain.text.ended;
    if (error.code === 'FreshSignInRequired') return words.signInAgain.text.old;
    if (error.status === 429 && error.retryAfterSeconds !== null) return words.tooManyRequests(error.retryAfterSeconds);
    return words.problems[error.code]?.(error.detail) ?? (error.detail || words.somethingWentWrong);
  };
}

/** What to tell people about a field. Kinds that a text of the page says are translated, all others are in the words of the service. */
export function useFieldText(): (issue: FieldIssue) => string {
  const { fieldIssues: words } = useUiWords();
  return ({ type, msg, ctx }) => textOf(words, type, ctx, msg) ?? words.refused(msg);
}

/** The service says `Field required` and no more where nothing was sent; what depends on other fields it explains. */
function textOf(words: UiWords['fieldIssues'], type: string, ctx: FieldIssue['ctx'], msg: string): string | null {
  const number = (name: string): number => Number(ctx[name]);
  switch (type) {
    case 'page':
      return msg;
    case 'missing':
      return msg === '' || msg === 'Field required' ? words.missing : null;
    case 'string_too_short':
      return number('min_length') <= 1 ? words.missing : words.tooShort(number('min_length'));
    case 'string_too_long':
      return words.tooLong(number('max_length'));
    case 'too_short':
      return words.tooFew(number('min_length'));
    case 'too_long':
      return words.tooMany(number('max_length'));
    case 'greater_than':
      return 'gt' in ctx ? words.above(number('gt')) : null;
    case 'greater_than_equal':
      return 'ge' in ctx ? words.atLeast(number('ge')) : null;
    case 'less_than_equal':
      return 'le' in ctx ? words.atMost(number('le')) : null;
    case 'int_type':
    case 'int_parsing':
    case 'int_from_float':
      return words.wholeNumber;
    case 'float_type':
    case 'float_parsing':
      return words.number;
    case 'email_parsing':
      return words.email;
    case 'url_parsing':
    case 'url_scheme':
    case 'url_type':
      return words.url;
    case 'uuid_type':
    case 'uuid_parsing':
    case 'uuid_version':
      return words.id;
    case 'date_parsing':
    case 'date_type':
    case 'datetime_parsing':
    case 'datetime_from_date_parsing':
    case 'datetime_type':
      return words.date;
    case 'datetime_future':
      return words.future;
    case 'enum':
    case 'literal_error':
      return words.choice;
    default:
      return null;
  }
}
