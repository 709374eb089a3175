import { useQuery } from '@tanstack/react-query';
import { CircleAlert, type LucideIcon } from 'lucide-react';
import { useUiWords } from '../i18n/languages.tsx';
import { badToast } from '../ui/toasts.tsx';
import { hasReference } from './has-reference.ts';
import { useWords } from './words/index.ts';

interface FoundError {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly icon: LucideIcon;
  readonly go: () => void;
}

/** What the names of errors consist of. */
const NAME = /[A-Za-z]+(?:_[A-Za-z]+)*/g;
const SHORTEST = 6;

/** Errors whose name is in a text, as the reference of the API documents them. The texts are loaded for the first word that may be one. */
export function useErrors(text: string): readonly FoundError[] {
  const { history } = useWords();
  const { problems } = useUiWords();
  const words = (text.match(NAME) ?? []).filter((word) => word.length >= SHORTEST).map((word) => word.toUpperCase());
  const { data: documented = {} } = useQuery({
    queryKey: ['documented errors'],
    enabled: words.length > 0,
    staleTime: Infinity,
    queryFn: async () => {
      const [names, codes] = await Promise.all([
        import('../../../libs/support/src/refusals/error-names.ts'),
        import('../../../libs/support/src/refusals/license-codes.ts'),
      ]);
      return { ...names.ERROR_NAMES, ...codes.LICENSE_CODES };
    },
  });
  const reasons: Readonly<Record<string, string>> = history.reasons;
  return Object.entries(documented)
    .filter(([name]) => words.includes(name.toUpperCase()))
    .map(([name, { cause, remedy }]) => {
      const meaning = reasons[name] ?? problems[name]?.('') ?? cause;
      return {
        id: `error ${name}`,
        label: name,
        note: meaning,
        icon: CircleAlert,
        go: () => {
          if (hasReference()) window.open(`/docs/errors/${name}`, '_blank', 'noopener');
          else badToast(`${meaning} ${remedy}`);
        },
      };
    });
}
