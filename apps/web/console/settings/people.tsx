import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { Pager } from '../../ui/table.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useListAddress } from '../list-address.ts';
import { useWords } from '../words/index.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';

const PER_PAGE = 25;

/** Who works for an organization. */
export function PeoplePage(): ReactNode {
  const { settings } = useWords();
  const { people: words } = settings;
  const { number } = useFormats();
  const { page, toPage } = useListAddress('/$slug/settings/people');
  const { organization_id: id } = useOrganization();
  const mayManage = useMay('organization_members:write');
  const [isInviting, setInviting] = useState(false);
  const members = useQuery({
    queryKey: ['members', id, page],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answer(api.GET('/v1/organizations/{id}/members', { params: { path: { id }, query: { page, limit: PER_PAGE } } })),
  });
  const invite = mayManage && (
    <Button small look="primary" icon={UserPlus} onPress={() => setInviting(true)}>
      {words.invite}
    </Button>
  );
  return (
    <div className="stack">
      <Loaded of={members} waiting={<SkeletonCards count={1} height={260} />}>
        {({ items, pagination }) => (
          <Card flush title={words.members} note={number(pagination.total_count)} end={invite}>
            <Members members={items} />
            {pagination.max_page > 1 && (
              <Pager
                summary={words.total(number(pagination.total_count))}
                page={page}
                pages={pagination.max_page}
                onPage={toPage}
              />
            )}
          </Card>
        )}
      </Loaded>
      <Invitations />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </div>
  );
}
