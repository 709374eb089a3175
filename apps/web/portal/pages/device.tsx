import { type ReactNode, useEffect, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, PageHead } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { deviceCode, forgetDeviceCode } from '../device-code.ts';
import { useWords } from '../words/index.ts';

interface Asked {
  readonly code: string;
  readonly application: string;
}

/** Where an application leads that signs a customer in: the customer compares the code, and allows or refuses it. */
export function DevicePage(): ReactNode {
  const words = useWords().device;
  const [given] = useState(() => deviceCode() ?? '');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => forgetDeviceCode, []);
  const find = async (form: FormData): Promise<void> => {
    const code = String(form.get('code')).trim();
    const path = { user_code: code };
    const { client_name } = await answer(api.GET('/v1/customer-portal/device-sign-ins/{user_code}', { params: { path } }));
    setAsked({ code, application: client_name });
  };
  if (done !== null) return <PageHead title={done} text={words.goBack} />;
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      <Card>
        {asked ? (
          <Decision asked={asked} onDone={(isAllowed) => setDone(isAllowed ? words.allowed(asked.application) : words.refused)} />
        ) : (
          <ApiForm submitLabel={words.next} onSubmit={find} explain={({ status }) => (status === 404 ? words.unknown : null)}>
            <TextInput name="code" label={words.code} defaultValue={given} inputClass="code-input" autoFocus isRequired />
          </ApiForm>
        )}
      </Card>
    </>
  );
}

function Decision({ asked, onDone }: { readonly asked: Asked; readonly onDone: (isAllowed: boolean) => void }): ReactNode {
  const words = useWords().device;
  const textOf = useProblemText();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const decide = async (allow: boolean): Promise<void> => {
    const params = { path: { user_code: asked.code } };
    const headers = { 'idempotency-key': `${idempotencyKey}-${allow}` };
    await answer(api.POST('/v1/customer-portal/device-sign-ins/{user_code}/decide', { params, headers, body: { allow } }));
    onDone(allow);
  };
  const refuse = (): void => void decide(false).catch((error: unknown) => badToast(textOf(error)));
  return (
    <>
      <Facts>
        <Fact name={words.application}>{asked.application}</Fact>
        <Fact name={words.code}>{asked.code}</Fact>
      </Facts>
      <p>{words.compare}</p>
      <ApiForm submitLabel={words.allow} onSubmit={() => decide(true)}>
        {null}
      </ApiForm>
      <Button look="quiet" onPress={refuse}>
        {words.refuse}
      </Button>
    </>
  );
}
