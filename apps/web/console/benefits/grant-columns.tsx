import type { Schema } from '../../api/client.ts';
import { Day, Status } from '../../ui/display.tsx';
import type { Column } from '../../ui/table.tsx';
import { Person } from '../customers/person.tsx';
import { useWords } from '../words/index.ts';

type Grant = Schema<'BenefitGrant'>;
type GrantColumn = 'customer' | 'state' | 'granted';

/** What all tables of grants show. */
export function useGrantColumns(): Readonly<Record<GrantColumn, Column<Grant>>> {
  const { grants: words } = useWords();
  return {
    customer: {
      id: 'customer',
      title: words.customer,
      cell: ({ customer: { id, name, email } }) => <Person id={id} name={name} email={email ?? null} />,
    },
    state: {
      id: 'state',
      title: words.state,
      cell: ({ is_granted, is_revoked }) => (
        <Status tone={is_granted ? 'good' : 'idle'}>
          {is_granted ? words.states.granted : is_revoked ? words.states.revoked : words.pending}
        </Status>
      ),
    },
    granted: {
      id: 'granted',
      title: words.granted,
      cell: ({ granted_at }) => (granted_at ? <Day at={granted_at} /> : '–'),
    },
  };
}
