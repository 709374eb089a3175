import { useQuery } from '@tanstack/react-query';
import { UserRound, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, Empty, Loaded, PageHead } from '../../ui/surfaces.tsx';
import { customerQuery, userQuery } from '../context.ts';
import { Members } from '../members.tsx';
import { usePools } from '../pools.ts';
import { SeatsCard } from '../seats-card.tsx';
import { useWords } from '../words/index.ts';

/** The people of the team, each once, with their seats; below them who is invited to which seats. */
export function TeamPage(): ReactNode {
  const words = useWords().team;
  const customer = useQuery(customerQuery).data;
  const user = useQuery(userQuery);
  // Without one, the session is the customer's own: it manages seats, but not members.
  const me = user.data?.member_id ?? null;
  const isTeam = customer?.type === 'team';
  const mayLead = user.data?.role !== 'member';
  const pools = usePools(isTeam && mayLead);
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      {!isTeam ? (
        <Card>
          <Empty icon={UserRound} title={words.individual} text={words.individualText} />
        </Card>
      ) : mayLead ? (
        <Loaded of={pools}>
          {(all) => (
            <div className="stack">
              {me && <Members me={me} pools={all} />}
              {all.map(({ name, purchase }) => (
                <SeatsCard key={JSON.stringify(purchase)} product={name} purchase={purchase} hasMembers={me !== null} />
              ))}
              {all.length === 0 && (
                <Card title={words.noSeats}>
                  <p className="faint">{words.noSeatsText}</p>
                </Card>
              )}
            </div>
          )}
        </Loaded>
      ) : (
        <Card>
          <Empty icon={UsersRound} title={words.notAllowed} />
        </Card>
      )}
    </>
  );
}
