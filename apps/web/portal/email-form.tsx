import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { TextInput } from '../ui/fields.tsx';
import { ApiForm } from '../ui/form.tsx';
import { Card } from '../ui/surfaces.tsx';
import { api } from './context.ts';
import { useWords } from './words/index.ts';

/** Asks for another e-mail address, which is proved by a link that is mailed to it. */
export function EmailForm({ email }: { readonly email: string }): ReactNode {
  const words = useWords().billing;
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = async (form: FormData): Promise<void> => {
    const address = String(form.get('email')).trim();
    const headers = { 'idempotency-key': newIdempotencyKey() };
    await answer(api.POST('/v1/customer-portal/customers/me/email-update/request', { headers, body: { email: address } }));
    setSentTo(address);
  };
  return (
    <Card title={words.email}>
      <div className="form">
        <p className="soft">{words.emailText(email)}</p>
        {sentTo === null ? (
          <ApiForm submitLabel={words.changeEmail} submit={{ look: 'secondary' }} onSubmit={request}>
            <TextInput name="email" type="email" label={words.newEmail} autoComplete="email" isRequired />
          </ApiForm>
        ) : (
          <p className="notice good" role="status">
            {words.emailSent(sentTo)}
          </p>
        )}
      </div>
    </Card>
  );
}
