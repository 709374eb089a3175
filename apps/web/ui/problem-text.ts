import { ApiProblem } from '../api/problem.ts';
import { useUiWords } from '../i18n/languages.tsx';

/** What to tell people about an error: the words of the service, if it said any. */
export function useProblemText(): (error: unknown) => string {
  const words = useUiWords();
  return (error) => {
    if (!(error instanceof ApiProblem)) return words.somethingWentWrong;
    if (error.status === 0) return words.unreachable;
    if (error.status === 429 && error.retryAfterSeconds !== null) return words.tooManyRequests(error.retryAfterSeconds);
    return error.detail || words.somethingWentWrong;
  };
}
