import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { CODE_LIFETIME } from '../../../libs/support/src/credentials/lifetimes.ts';
import { answer, newIdempotencyKey } from '../api/client.ts';
import { ApiProblem, fieldProblem } from '../api/problem.ts';
import { useFormats } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/fields.tsx';
import { ApiForm } from '../ui/form.tsx';
import { Card } from '../ui/surfaces.tsx';
import { api, sellerQuery } from './context.ts';
import { useWords } from './words/index.ts';

/** Adds what the customer bought with another address, which a code proves that is mailed there. */
export function OtherPurchases(): ReactNode {
  const { billing: words, signIn } = useWords();
  const { duration } = useFormats();
  const queries = useQueryClient();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isAdded, setAdded] = useState(false);
  /** The key goes with the code, so that a lost response can be asked for again. */
  const last = useRef({ code: '', key: '' });

  const request = async (form: FormData): Promise<void> => {
    const email = String(form.get('email')).trim();
    const { organization_id } = await queries.ensureQueryData(sellerQuery);
    await answer(api.POST('/v1/customer-portal/customer-session/request', { body: { email, organization_id } }));
    setSentTo(email);
  };
  const add = async (form: FormData): Promise<void> => {
    const code = String(form.get('code')).trim();
    if (code !== last.current.code) last.current = { code, key: newIdempotencyKey() };
    const headers = { 'idempotency-key': last.current.key };
    try {
      await answer(api.POST('/v1/customer-portal/customers/me/merge', { headers, body: { code } }));
    } catch (error) {
      const issue = error instanceof ApiProblem ? error.fields['code'] : undefined;
      throw issue ? fieldProblem('code', issue.type === 'value_error' ? words.notAdded : signIn.wrongCode) : error;
    }
    setAdded(true);
    await queries.invalidateQueries();
  };
  if (isAdded) {
    return (
      <Card title={words.other}>
        <p className="notice good" role="status">
          {words.purchasesAdded}
        </p>
      </Card>
    );
  }
  return (
    <Card title={words.other}>
      <div className="form">
        <p className="soft">{words.otherText}</p>
        {sentTo === null ? (
          <ApiForm key="address" submitLabel={signIn.send} submit={{ look: 'secondary' }} onSubmit={request}>
            <TextInput name="email" type="email" label={words.otherEmail} autoComplete="email" isRequired />
          </ApiForm>
        ) : (
          <>
            <p className="notice" role="status">
              {signIn.codeText(sentTo, duration(CODE_LIFETIME))}
            </p>
            <ApiForm key="code" submitLabel={words.addPurchases} onSubmit={add}>
              <TextInput
                name="code"
                label={signIn.code}
                inputClass="code-input"
                autoComplete="one-time-code"
                autoFocus
                isRequired
              />
            </ApiForm>
            <div className="row">
              <Button look="quiet" onPress={() => setSentTo(null)}>
                {signIn.again}
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}
