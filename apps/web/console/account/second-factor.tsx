import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Status } from '../../ui/display.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { type User, useReadUser } from './user.ts';

/** An authenticator app whose codes are asked for after the first factor. */
export function SecondFactor({ user }: { readonly user: User }): ReactNode {
  const { account } = useWords();
  const { secondFactor: words } = account;
  const { has_second_factor: isOn, recovery_codes_left: left } = user;
  const textOf = useProblemText();
  const readUser = useReadUser();
  const [setUp, setSetUp] = useState<Schema<'NewSecondFactor'> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asked, setAsked] = useState<'remove' | 'replace' | null>(null);

  const begin = async (): Promise<void> => {
    try {
      setSetUp(await answer(api.POST('/v1/users/me/second-factor')));
    } catch (error) {
      badToast(textOf(error));
    }
  };
  const confirmed = async (recoveryCodes: readonly string[]): Promise<void> => {
    setSetUp(null);
    setCodes(recoveryCodes);
    await readUser();
  };
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/users/me/second-factor'));
    await readUser();
    toast(words.removed);
  };
  const replace = async (): Promise<void> => {
    const { recovery_codes } = await answer(api.POST('/v1/users/me/recovery-codes'));
    setCodes(recovery_codes);
    await readUser();
  };
  const state = <Status tone={isOn ? 'good' : 'idle'}>{isOn ? account.isSet : account.isNotSet}</Status>;
  return (
    <Card title={words.title} end={state}>
      <div className="stack">
        <p className="soft">{isOn ? words.left(left ?? 0) : words.text}</p>
        <div className="row">
          <Button onPress={() => void begin()}>{isOn ? words.again : words.setUp}</Button>
          {isOn && (
            <>
              <Button look="quiet" onPress={() => setAsked('replace')}>
                {words.replace}
              </Button>
              <Button look="quiet-danger" onPress={() => setAsked('remove')}>
                {words.remove}
              </Button>
            </>
          )}
        </div>
      </div>
      {setUp && <SetUpDialog factor={setUp} onClose={() => setSetUp(null)} onConfirmed={confirmed} />}
      {codes && <RecoveryCodes codes={codes} email={user.email} onClose={() => setCodes(null)} />}
      <ConfirmDialog
        title={asked === 'replace' ? words.replaceTitle : words.removeTitle}
        text={asked === 'replace' ? words.replaceText : words.removeText}
        confirm={asked === 'replace' ? words.replace : words.remove}
        isDestructive
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={asked === 'replace' ? replace : remove}
      />
    </Card>
  );
}
