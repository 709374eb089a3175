import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { answer } from '../../api/client.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { AppearanceMenu } from '../../ui/appearance.tsx';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';

type Step =
  | { readonly name: 'address' | 'password' }
  | { readonly name: 'code'; readonly email: string }
  | { readonly name: 'second'; readonly token: string };

/** Codes of authenticator apps are digits; recovery codes have letters. */
const APP_CODE = /^\d{6,8}$/;

export function SignInPage(): ReactNode {
  const words = useWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ name: 'address' });
  useEffect(() => {
    document.title = words.title;
  }, [words]);
  const enter = async (): Promise<void> => {
    queries.clear();
    await navigate({ to: '/' });
  };
  const authenticate = async (body: { email: string; code: string } | { email: string; password: string }): Promise<void> => {
    const { second_factor } = await answer(api.POST('/v1/users/sign-in/authenticate', { body }));
    if (second_factor) setStep({ name: 'second', token: second_factor.token });
    else await enter();
  };
  return (
    <main id="main" tabIndex={-1} className="alone">
      <div className="corner">
        <AppearanceMenu />
      </div>
      <p className="product">Latchkey</p>
      {step.name === 'address' && <AddressStep onSent={(email) => setStep({ name: 'code', email })} />}
      {step.name === 'code' && <CodeStep email={step.email} authenticate={authenticate} />}
      {step.name === 'password' && <PasswordStep authenticate={authenticate} />}
      {step.name === 'second' && <SecondStep token={step.token} onDone={enter} />}
      <div className="row">
        {step.name === 'address' && (
          <Button look="quiet" onPress={() => setStep({ name: 'password' })}>
            {words.signIn.withPassword}
          </Button>
        )}
        {step.name === 'password' && (
          <Button look="quiet" onPress={() => setStep({ name: 'address' })}>
            {words.signIn.withCode}
          </Button>
        )}
        {(step.name === 'code' || step.name === 'second') && (
          <Button look="quiet" onPress={() => setStep({ name: 'address' })}>
            {words.signIn.again}
          </Button>
        )}
      </div>
    </main>
  );
}

const requestCode = (email: string): Promise<unknown> => answer(api.POST('/v1/users/sign-in/request', { body: { email } }));
const written = (form: FormData, name: string): string => String(form.get(name)).trim();

function useExplanation(): (problem: ApiProblem) => string | null {
  const words = useWords();
  return ({ status }) => (status === 401 ? words.signIn.wrong : null);
}

const Heading = ({ title, text }: { readonly title: string; readonly text: string }): ReactNode => (
  <div>
    <h1>{title}</h1>
    <p>{text}</p>
  </div>
);

function AddressStep({ onSent }: { readonly onSent: (email: string) => void }): ReactNode {
  const words = useWords();
  const send = async (form: FormData): Promise<void> => {
    const email = written(form, 'email');
    await requestCode(email);
    onSent(email);
  };
  return (
    <>
      <Heading title={words.signIn.title} text={words.signIn.text} />
      <ApiForm fields={['email']} submitLabel={words.signIn.send} submit={{ wide: true }} onSubmit={send}>
        <TextInput name="email" type="email" label={words.signIn.email} autoComplete="username" autoFocus isRequired />
      </ApiForm>
    </>
  );
}

interface Authenticating {
  readonly authenticate: (body: { email: string; code: string } | { email: string; password: string }) => Promise<void>;
}

function CodeStep({ email, authenticate }: Authenticating & { readonly email: string }): ReactNode {
  const words = useWords();
  const textOf = useProblemText();
  const explain = useExplanation();
  const resend = (): void => {
    requestCode(email).then(
      () => toast(words.signIn.resent),
      (error: unknown) => badToast(textOf(error)),
    );
  };
  return (
    <>
      <Heading title={words.signIn.codeTitle} text={words.signIn.codeText(email)} />
      <ApiForm
        fields={['code']}
        submitLabel={words.signIn.submit}
        submit={{ wide: true }}
        explain={explain}
        onSubmit={(form) => authenticate({ email, code: written(form, 'code') })}
      >
        <TextInput
          name="code"
          label={words.signIn.code}
          inputClass="code-input"
          autoComplete="one-time-code"
          autoFocus
          isRequired
        />
      </ApiForm>
      <div className="row">
        <Button look="quiet" onPress={resend}>
          {words.signIn.resend}
        </Button>
      </div>
    </>
  );
}

function PasswordStep({ authenticate }: Authenticating): ReactNode {
  const words = useWords();
  const explain = useExplanation();
  return (
    <>
      <Heading title={words.signIn.title} text={words.signIn.text} />
      <ApiForm
        fields={['email', 'password']}
        submitLabel={words.signIn.submit}
        submit={{ wide: true }}
        explain={explain}
        onSubmit={(form) => authenticate({ email: written(form, 'email'), password: String(form.get('password')) })}
      >
        <TextInput name="email" type="email" label={words.signIn.email} autoComplete="username" autoFocus isRequired />
        <TextInput name="password" type="password" label={words.signIn.password} autoComplete="current-password" isRequired />
      </ApiForm>
    </>
  );
}

function SecondStep({ token, onDone }: { readonly token: string; readonly onDone: () => Promise<void> }): ReactNode {
  const words = useWords();
  const explain = useExplanation();
  const verify = async (form: FormData): Promise<void> => {
    const code = written(form, 'code').replaceAll(' ', '');
    const body = APP_CODE.test(code) ? { token, code } : { token, recovery_code: code };
    await answer(api.POST('/v1/users/sign-in/second-factor', { body }));
    await onDone();
  };
  return (
    <>
      <Heading title={words.signIn.secondTitle} text={words.signIn.secondText} />
      <ApiForm fields={['code']} submitLabel={words.signIn.submit} submit={{ wide: true }} explain={explain} onSubmit={verify}>
        <TextInput
          name="code"
          label={words.signIn.secondCode}
          inputClass="code-input"
          autoComplete="one-time-code"
          autoFocus
          isRequired
        />
      </ApiForm>
    </>
  );
}
