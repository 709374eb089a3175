import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast } from '../../ui/toasts.tsx';
import { mayOfferPasskey, PasskeyRefused, signInWithPasskey, signWithPasskey } from '../passkeys.ts';
import { useWords } from '../words/index.ts';

/**
 * Signs in with a passkey: when somebody asks for it, and, while the field for the address is shown (`isOffered`), when they choose
 * a passkey there instead of an address. Browsers ask for one passkey at a time.
 */
export function usePasskeySignIn(isOffered: boolean, onDone: () => void): { readonly isPending: boolean; ask(): void } {
  const { signIn: words } = useWords();
  const textOf = useProblemText();
  const [isPending, setPending] = useState(false);
  const asking = useRef<AbortController>(null);

  const run = async (mediation?: 'conditional'): Promise<void> => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    try {
      const passkey = await signWithPasskey(controller.signal, mediation);
      setPending(true);
      await signInWithPasskey(passkey);
      onDone();
    } catch (error) {
      if (controller.signal.aborted || (mediation && !(error instanceof ApiProblem && error.status === 401))) return;
      if (error instanceof PasskeyRefused) badToast(words.passkeyRefused);
      else badToast(error instanceof ApiProblem && error.status === 401 ? words.passkeyUnknown : textOf(error));
    } finally {
      if (asking.current === controller) setPending(false);
    }
  };
  useEffect(() => {
    if (!isOffered) return undefined;
    let isLeft = false;
    const offer = async (): Promise<void> => {
      if ((await mayOfferPasskey()) && !isLeft) await run('conditional');
    };
    void offer();
    return () => {
      isLeft = true;
      asking.current?.abort();
    };
    // Once for each time that the field is shown.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOffered]);
  const ask = (): void => {
    setPending(true);
    void run();
  };
  return { isPending, ask };
}
