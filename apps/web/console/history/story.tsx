import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { useMembers } from '../audit-log/actors.ts';
import { userQuery } from '../context.ts';
import { useWords } from '../words/index.ts';

interface Moment {
  readonly id: string;
  readonly at: string;
  /** What it happened to, if not to what the page is about. */
  readonly about?: ReactNode;
  readonly sentences: readonly string[];
}

/** Whoever did something, as the subject of a sentence. Some roles see nobody of the team but themselves. */
export function useWho(): (actor: Pick<Schema<'AuditActor'>, 'type' | 'id'>) => string {
  const { history: words } = useWords();
  const members = useMembers();
  const me = useQuery(userQuery).data;
  return ({ type, id }) =>
    id === me?.id ? me.email : (members.find(({ user_id }) => user_id === id)?.email ?? words.whoever[type]);
}

/** What sentences are told with. */
export const useTelling = (currency?: string) => ({ words: useWords().history, formats: useFormats(), currency });

/** What happened to something, newest first. */
export function Story({
  title,
  none,
  more,
  moments,
  pages,
}: {
  readonly title: string;
  readonly none: string;
  readonly more: string;
  readonly moments: readonly Moment[];
  readonly pages: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage(): unknown };
}): ReactNode {
  return (
    <Card title={title}>
      {moments.length === 0 ? (
        <p className="faint">{none}</p>
      ) : (
        <ol className="timeline">
          {moments.map(({ id, at, about, sentences }) => (
            <li key={id}>
              <div>
                {about}
                {sentences.map((sentence) => (
                  <p key={sentence}>{sentence}</p>
                ))}
              </div>
              <span className="faint small when">
                <Ago at={at} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {pages.hasNextPage && (
        <Button look="quiet" isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
          {more}
        </Button>
      )}
    </Card>
  );
}
