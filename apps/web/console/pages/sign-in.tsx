import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { AppearanceMenu } from '../../ui/appearance.tsx';
import { Button } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { api, userQuery } from '../context.ts';
import { hasPasskeys } from '../passkeys.ts';
import { useWords } from '../words/index.ts';
import { AddressStep, type Authenticate, CodeStep, Heading, PasswordStep, SecondStep } from './sign-in-steps.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

const route = getRouteApi('/sign-in');

export function SignInPage(): ReactNode {
  const words = useWords();
  useDocumentTitle(words.title);
  const queries = useQueryClient();
  const router = useRouter();
  const { to = '/' } = route.useSearch();
  const enter = (): void => {
    queries.clear();
    router.history.push(`/console${to}`);
  };
  return (
    <main id="main" tabIndex={-1} className="alone">
      <div className="corner">
        <AppearanceMenu />
      </div>
      <p className="product">Latchkey</p>
      <SignIn
        heading={<Heading title={words.signIn.title} text={words.signIn.text} />}
        onDone={enter}
        onSingleSignOn={() => void router.navigate({ to: '/sign-in/single-sign-on' })}
      />
    </main>
  );
}

type Step = { readonly name: 'address' | 'password' | 'code' } | { readonly name: 'second'; readonly token: string };

/** The steps of signing in, on the page for it and in the dialog that asks for it again. */
export function SignIn({
  heading,
  onDone,
  onSingleSignOn,
}: {
  /** Above the first step; the dialog has its own. */
  readonly heading?: ReactNode;
  readonly onDone: () => void;
  readonly onSingleSignOn: () => void;
}): ReactNode {
  const words = useWords();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'address' });
  /** What was typed stays when another way to sign in is chosen. Whoever has to sign in again is known. */
  const [email, setEmail] = useState(() => queries.getQueryData(userQuery.queryKey)?.email ?? '');
  const isFirst = step.name === 'address' || step.name === 'password';
  const passkey = usePasskeySignIn(isFirst, onDone);
  const authenticate: Authenticate = async (body) => {
    const { second_factor } = await answer(api.POST('/v1/users/sign-in/authenticate', { body }));
    if (second_factor) setStep({ name: 'second', token: second_factor.token });
    else onDone();
  };
  const other = step.name === 'address' ? 'password' : 'address';
  return (
    <>
      {isFirst && heading}
      {step.name === 'address' && <AddressStep email={email} onType={setEmail} onSent={() => setStep({ name: 'code' })} />}
      {step.name === 'code' && <CodeStep email={email.trim()} authenticate={authenticate} />}
      {step.name === 'password' && <PasswordStep email={email} onType={setEmail} authenticate={authenticate} />}
      {step.name === 'second' && <SecondStep token={step.token} onDone={onDone} />}
      <div className="row">
        {isFirst && (
          <Button look="quiet" onPress={() => setStep({ name: other })}>
            {other === 'password' ? words.signIn.withPassword : words.signIn.withCode}
          </Button>
        )}
        {isFirst && hasPasskeys && (
          <Button look="quiet" icon={Fingerprint} isPending={passkey.isPending} onPress={passkey.ask}>
            {words.signIn.withPasskey}
          </Button>
        )}
        {isFirst && (
          <Button look="quiet" onPress={onSingleSignOn}>
            {words.singleSignOn.with}
          </Button>
        )}
        {!isFirst && (
          <Button look="quiet" onPress={() => setStep({ name: 'address' })}>
            {words.signIn.again}
          </Button>
        )}
      </div>
    </>
  );
}
