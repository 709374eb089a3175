import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { fetchInLanguage } from '../i18n/fetch-in-language.ts';
import { useUiWords } from '../i18n/languages.tsx';
import { useLast } from './last.ts';
import { hasInput } from './unsaved-input.ts';

const Dialog = lazy(async () => ({ default: (await import('./dialog.tsx')).Dialog }));

/** The session has ended, or is too old for what is asked. */
type Reason = 'ended' | 'old';

interface Asked {
  readonly reason: Reason;
  readonly answer: Promise<boolean>;
  readonly settle: (isSignedIn: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function change(to: Asked | null): void {
  asked = to;
  for (const listener of listeners) listener();
}

/** Several requests that are refused at the same time wait for one dialog. */
function askToSignIn(reason: Reason): Promise<boolean> {
  if (asked) return asked.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (isSignedIn: boolean): void => {
    change(null);
    resolve(isSignedIn);
  };
  change({ reason, answer: promise, settle });
  return promise;
}

async function reasonOf(response: Response): Promise<Reason | null> {
  if (response.status !== 401 && response.status !== 403) return null;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { readonly error?: string } | null;
  if (body?.error === 'FreshSignInRequired') return 'old';
  return body?.error === 'Unauthorized' ? 'ended' : null;
}

/**
 * A request that is refused because somebody has to sign in asks for that in a dialog, and is sent again as it was, with its idempotency
 * key. Reading alone does not ask: without unsaved input the page for signing in is shown instead.
 */
export async function fetchInSession(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetchInLanguage(request);
  const reason = listeners.size > 0 ? await reasonOf(response) : null;
  if (!reason || (request.method === 'GET' && !asked && !hasInput())) return response;
  return (await askToSignIn(reason)) ? fetchInLanguage(again) : response;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The dialog in which somebody signs in again; `children` are the steps of it. */
export function SignInAgain({ children }: { readonly children: (onDone: () => void) => ReactNode }): ReactNode {
  const { signInAgain: words } = useUiWords();
  const current = useSyncExternalStore(subscribe, () => asked);
  const last = useLast(current);
  if (!last) return null;
  return (
    <Suspense>
      <Dialog title={words.title} isOpen={current !== null} onClose={() => current?.settle(false)}>
        <p className="soft">{words.text[last.reason]}</p>
        {children(() => current?.settle(true))}
      </Dialog>
    </Suspense>
  );
}
