import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CODE_LIFETIME } from '../../../../libs/support/src/credentials/lifetimes.ts';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, sellerQuery } from '../context.ts';
import { SignedInAs } from '../signed-in-as.tsx';
import { useSignInWords } from './words.ts';

/** The code in the address of a mailed link: behind `#`, so that it is sent nowhere and logged nowhere. */
function takeCode(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? '';
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}

interface SignInProps {
  readonly onDone: () => Promise<void>;
  /** Why somebody has to sign in. */
  readonly notice?: ReactNode;
}

/** Asks for the address and for the code that was mailed to it. */
export function SignIn({ onDone, notice }: SignInProps): ReactNode {
  const words = useSignInWords();
  const seller = useQuery(sellerQuery).data;
  const [mailedCode] = useState(takeCode);
  const [email, setEmail] = useState<string | null>(null);
  const queries = useQueryClient();

  const request = async (address: string): Promise<unknown> => {
    const { organization_id } = await queries.ensureQueryData(sellerQuery);
    return answer(api.POST('/v1/customer-portal/customer-session/request', { body: { email: address, organization_id } }));
  };
  if (email !== null || mailedCode !== '') {
    return (
      <CodeForm
        email={email}
        mailedCode={mailedCode}
        onDone={onDone}
        onResend={email === null ? null : () => request(email)}
        onOtherAddress={() => setEmail(null)}
      />
    );
  }
  return (
    <>
      <div>
        <h1>{words.signIn.title}</h1>
        {seller && <p>{words.signIn.text(seller.name)}</p>}
      </div>
      {notice}
      <ApiForm
        submitLabel={words.signIn.send}
        submit={{ wide: true }}
        onSubmit={async (form) => {
          const address = String(form.get('email')).trim();
          await request(address);
          setEmail(address);
        }}
      >
        <TextInput name="email" type="email" label={words.signIn.email} autoComplete="email" autoFocus isRequired />
      </ApiForm>
    </>
  );
}

function CodeForm({
  email,
  mailedCode,
  onDone,
  onResend,
  onOtherAddress,
}: {
  readonly email: string | null;
  readonly mailedCode: string;
  readonly onDone: () => Promise<void>;
  readonly onResend: (() => Promise<unknown>) | null;
  readonly onOtherAddress: () => void;
}): ReactNode {
  const words = useSignInWords();
  const formats = useFormats();
  const textOf = useProblemText();
  const resend = (): void => {
    onResend?.().then(
      () => toast(words.signIn.resent),
      (error: unknown) => badToast(textOf(error)),
    );
  };
  return (
    <>
      <div>
        <h1>{words.signIn.codeTitle}</h1>
        <p>{email === null ? words.signIn.linkText : words.signIn.codeText(email, formats.duration(CODE_LIFETIME))}</p>
      </div>
      {email === null && <SignedInAs />}
      <ApiForm
        submitLabel={words.signIn.submit}
        submit={{ wide: true }}
        explain={({ status }) => (status === 401 ? words.signIn.wrongCode : null)}
        onSubmit={async (form) => {
          const code = String(form.get('code')).trim();
          await answer(api.POST('/v1/customer-portal/customer-session/authenticate', { body: { code } }));
          await onDone();
        }}
      >
        <TextInput
          name="code"
          label={words.signIn.code}
          defaultValue={mailedCode}
          inputClass="code-input"
          autoComplete="one-time-code"
          autoFocus
          isRequired
        />
      </ApiForm>
      {onResend && (
        <div className="row">
          <Button look="quiet" onPress={resend}>
            {words.signIn.resend}
          </Button>
          <Button look="quiet" onPress={onOtherAddress}>
            {words.signIn.again}
          </Button>
        </div>
      )}
    </>
  );
}
