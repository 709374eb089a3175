import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { answer } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/display.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Loaded } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { Alone } from '../alone.tsx';
import { BASE, leaveForSignIn, sellerQuery } from '../context.ts';
import { useWords } from '../words/index.ts';

interface Person {
  readonly name: string | null;
  readonly email: string | null;
}

interface Question {
  readonly signed_in: Person;
  readonly link_for: Person;
}

/** Signs in by the link that was opened last. Returns what to ask first if somebody else is signed in. */
async function signInByLink(method: 'POST' | 'PUT'): Promise<Question | null> {
  const response = await fetch(`${BASE}/api/link`, { method, credentials: 'same-origin' }).catch(() => {
    throw ApiProblem.unreachable();
  });
  const body = (response.status === 204 ? null : await response.json().catch(() => null)) as Question | null;
  if (response.status === 409) return body;
  return answer(Promise.resolve({ data: null, error: body, response }));
}

const nameOf = ({ name, email }: Person): string => [name, email].filter((each) => each !== null).join(', ');

/** The link is not valid any more. */
function LeaveForSignIn(): ReactNode {
  useEffect(() => leaveForSignIn('link'), []);
  return null;
}

/** Where a link with a session leads. Other sites can lead here too, so nobody is signed out without being asked. */
export function LinkPage(): ReactNode {
  const words = useWords().link;
  const textOf = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const link = useQuery({
    queryKey: ['link'],
    queryFn: () => signInByLink('POST'),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });

  const enter = async (): Promise<void> => {
    setPending(true);
    try {
      await signInByLink('PUT');
    } catch (error) {
      setPending(false);
      return badToast(textOf(error));
    }
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sellerQuery.queryKey[0] });
    await navigate({ to: '/', replace: true });
  };
  if (link.error instanceof ApiProblem && link.error.status === 401) {
    return <LeaveForSignIn />;
  }
  if (link.data === null) return <Navigate to="/" replace />;
  return (
    <Alone>
      <Loaded of={link}>
        {(question) =>
          question && (
            <>
              <div>
                <h1>{words.title}</h1>
                <p>{words.text}</p>
              </div>
              <Facts>
                <Fact name={words.signedIn}>
                  <bdi>{nameOf(question.signed_in)}</bdi>
                </Fact>
                <Fact name={words.linkFor}>
                  <bdi>{nameOf(question.link_for)}</bdi>
                </Fact>
              </Facts>
              <Button look="primary" wide onPress={() => void navigate({ to: '/', replace: true })}>
                {words.stay}
              </Button>
              <Button wide isPending={isPending} onPress={() => void enter()}>
                {words.enter}
              </Button>
            </>
          )
        }
      </Loaded>
    </Alone>
  );
}
