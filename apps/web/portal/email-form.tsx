import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { TextInput } from '../ui/fields.tsx';
import { ApiForm } from '../ui/form.tsx';
import { Card } from '../ui/surfaces.tsx';
import { api, sellerQuery } from './context.ts';
import { SellerContact } from './seller-contact.tsx';
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

/** Whom to ask for another address, where customers do not change it themselves. */
export function EmailBySeller({ email }: { readonly email: string }): ReactNode {
  const words = useWords().billing;
  const seller = useQuery(sellerQuery).data;
  if (!seller) return null;
  return (
    <Card title={words.email}>
      <div className="stack">
        <p className="soft">{words.emailText(email)}</p>
        <p className="soft">{words.emailBySeller(seller.name)}</p>
        <SellerContact />
      </div>
    </Card>
  );
}
