import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { answer } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { AppearanceMenu } from '../../ui/appearance.tsx';
import { Button } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm, ProblemNotice } from '../../ui/form.tsx';
import { api, leaveForProvider } from '../context.ts';
import { useWords } from '../words/index.ts';

/** What the provider says behind `#`. It leaves the address, because it works once. */
function takeResult(): URLSearchParams {
  const result = new URLSearchParams(location.hash.slice(1));
  if (location.hash) history.replaceState(history.state, '', location.pathname);
  return result;
}

const asProblem = (error: unknown): ApiProblem => {
  if (error instanceof ApiProblem) return error;
  throw error;
};

/** Sends the browser to the provider of an organization, and signs in who comes back. */
export function SingleSignOnPage(): ReactNode {
  const { title, singleSignOn: words } = useWords();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [result] = useState(takeResult);
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => result.get(name));
  const [isPending, setPending] = useState(Boolean(code && state));
  const [problem, setProblem] = useState<ApiProblem | null>(() =>
    result.has('error') ? new ApiProblem(403, 'Canceled', '', null, {}, null) : null,
  );
  useDocumentTitle(title);
  useEffect(() => {
    const finish = async (body: { code: string; state: string; iss: string | null | undefined }): Promise<void> => {
      try {
        await answer(api.POST('/v1/users/sign-in/single-sign-on/authenticate', { body }));
        queries.clear();
        await navigate({ to: '/', replace: true });
      } catch (error) {
        setProblem(asProblem(error));
        setPending(false);
      }
    };
    if (code && state) void finish({ code, state, iss });
  }, [code, state, iss, queries, navigate]);
  const explain = ({ status, code: name }: ApiProblem): string | null => {
    if (name === 'Canceled') return words.canceled;
    if (status === 404) return words.notAvailable;
    return status === 401 ? words.failed : null;
  };
  const begin = async (form: FormData): Promise<void> => {
    setProblem(null);
    await leaveForProvider({ email: String(form.get('email')).trim() });
  };
  return (
    <main id="main" tabIndex={-1} className="alone">
      <div className="corner">
        <AppearanceMenu />
      </div>
      <p className="product">Latchkey</p>
      <div>
        <h1>{words.title}</h1>
        <p role="status">{isPending ? words.finishing : words.text}</p>
      </div>
      {problem && <ProblemNotice problem={problem} explain={explain} />}
      {!isPending && (
        <>
          <ApiForm submitLabel={words.submit} submit={{ wide: true }} explain={explain} onSubmit={begin}>
            <EmailInput />
          </ApiForm>
          <div className="row">
            <Button look="quiet" onPress={() => void navigate({ to: '/sign-in' })}>
              {words.otherwise}
            </Button>
          </div>
        </>
      )}
    </main>
  );
}

function EmailInput(): ReactNode {
  const { signIn } = useWords();
  return <TextInput name="email" type="email" label={signIn.email} autoComplete="username" autoFocus isRequired />;
}
