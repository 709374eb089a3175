import { useLocation, useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useUiWords } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useWords } from './words/index.ts';

interface Done<Value> {
  readonly value: Value;
}
/** Sends a request. If the service wants a recent sign-in, the user is asked for one, and the result is `null`. */
type Freshly = <Value>(request: () => Promise<Value>) => Promise<Done<Value> | null>;

const FreshContext = createContext<Freshly | null>(null);

export function useFreshly(): Freshly {
  const freshly = use(FreshContext);
  if (!freshly) throw new Error('There is no FreshSignIn');
  return freshly;
}

/** What gives access needs a session that began a few minutes ago: the user signs in again, and comes back. */
export function FreshSignIn({ children }: { readonly children: ReactNode }): ReactNode {
  const { account: words } = useWords();
  const { cancel } = useUiWords();
  const navigate = useNavigate();
  const { href } = useLocation();
  const [isAsking, setAsking] = useState(false);
  const freshly = useCallback<Freshly>(async (request) => {
    try {
      return { value: await request() };
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'FreshSignInRequired') throw error;
      setAsking(true);
      return null;
    }
  }, []);
  return (
    <FreshContext value={freshly}>
      {children}
      <Dialog title={words.freshTitle} isOpen={isAsking} onClose={() => setAsking(false)}>
        <p className="soft">{words.freshText}</p>
        <div className="dialog-actions">
          <Button look="primary" autoFocus onPress={() => void navigate({ to: '/sign-in', search: { to: href } })}>
            {words.freshSubmit}
          </Button>
          <Button onPress={() => setAsking(false)}>{cancel}</Button>
        </div>
      </Dialog>
    </FreshContext>
  );
}
