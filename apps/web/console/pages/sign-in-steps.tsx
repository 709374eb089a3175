import { type ReactNode, useState } from 'react';
import { CODE_LIFETIME } from '../../../../libs/support/src/credentials/lifetimes.ts';
import { answer } from '../../api/client.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';

/** Codes of authenticator apps are digits; recovery codes have letters. */
const APP_CODE = /^\d{6,8}$/;

const requestCode = (email: string): Promise<unknown> => answer(api.POST('/v1/users/sign-in/request', { body: { email } }));
const written = (form: FormData, name: string): string => String(form.get(name)).trim();

function useExplanation(): (problem: ApiProblem) => string | null {
  const words = useWords();
  return ({ status }) => (status === 401 ? words.signIn.wrong : null);
}

export const Heading = ({ title, text }: { readonly title: string; readonly text: string }): ReactNode => (
  <div>
    <h1>{title}</h1>
    <p>{text}</p>
  </div>
);

interface Addressed {
  readonly email: string;
  readonly onType: (email: string) => void;
}

/** Browsers offer passkeys in this field. */
function AddressField({ email, onType, autoFocus = true }: Addressed & { readonly autoFocus?: boolean }): ReactNode {
  const { signIn: words } = useWords();
  return (
    <TextInput
      name="email"
      type="email"
      label={words.email}
      autoComplete="username webauthn"
      value={email}
      onChange={onType}
      autoFocus={autoFocus}
      isRequired
    />
  );
}

export function AddressStep({ email, onType, onSent }: Addressed & { readonly onSent: () => void }): ReactNode {
  const words = useWords();
  const send = async (): Promise<void> => {
    await requestCode(email.trim());
    onSent();
  };
  return (
    <ApiForm submitLabel={words.signIn.send} submit={{ wide: true }} onSubmit={send}>
      <AddressField email={email} onType={onType} />
    </ApiForm>
  );
}

export type Authenticate = (body: { email: string; code: string } | { email: string; password: string }) => Promise<void>;
interface Authenticating {
  readonly authenticate: Authenticate;
}

export function CodeStep({ email, authenticate }: Authenticating & { readonly email: string }): ReactNode {
  const words = useWords();
  const formats = useFormats();
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
      <Heading title={words.signIn.codeTitle} text={words.signIn.codeText(email, formats.duration(CODE_LIFETIME))} />
      <ApiForm
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

export function PasswordStep({ email, onType, authenticate }: Authenticating & Addressed): ReactNode {
  const words = useWords();
  const explain = useExplanation();
  const [isKnown] = useState(email !== '');
  return (
    <ApiForm
      submitLabel={words.signIn.submit}
      submit={{ wide: true }}
      explain={explain}
      onSubmit={(form) => authenticate({ email: email.trim(), password: String(form.get('password')) })}
    >
      <AddressField email={email} onType={onType} autoFocus={!isKnown} />
      <TextInput
        name="password"
        type="password"
        label={words.signIn.password}
        autoComplete="current-password"
        autoFocus={isKnown}
        isRequired
      />
    </ApiForm>
  );
}

export function SecondStep({ token, onDone }: { readonly token: string; readonly onDone: () => void }): ReactNode {
  const words = useWords();
  const explain = useExplanation();
  const verify = async (form: FormData): Promise<void> => {
    const code = written(form, 'code').replaceAll(' ', '');
    const body = APP_CODE.test(code) ? { token, code } : { token, recovery_code: code };
    await answer(api.POST('/v1/users/sign-in/second-factor', { body }));
    onDone();
  };
  return (
    <>
      <Heading title={words.signIn.secondTitle} text={words.signIn.secondText} />
      <ApiForm submitLabel={words.signIn.submit} submit={{ wide: true }} explain={explain} onSubmit={verify}>
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
