import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { answer } from '../../api/client.ts';
import { live } from '../../ui/live.ts';
import { Card, Empty, Loaded, PageHead, SkeletonCards } from '../../ui/surfaces.tsx';
import { api } from '../context.ts';
import { KeyCard } from '../key-card.tsx';
import { forgetManageLink, manageLink } from '../manage-link.ts';
import { useWords } from '../words/index.ts';

/** Where an application leads whose license key has no free activation: to the devices of this key. */
export function ManagePage(): ReactNode {
  const words = useWords().manage;
  const [link] = useState(manageLink);
  useEffect(() => forgetManageLink, []);
  const named = useQuery({
    queryKey: ['managed', link],
    queryFn: async () => {
      const query = { link: link ?? '', limit: 1 };
      return (await answer(api.GET('/v1/customer-portal/license-keys/', { params: { query } }))).items[0] ?? null;
    },
  });
  const id = named.data?.id;
  const details = useQuery({
    queryKey: ['key', id],
    queryFn: () => answer(api.GET('/v1/customer-portal/license-keys/{id}', { params: { path: { id: id! } } })),
    enabled: id !== undefined,
    ...live(),
  });
  return (
    <>
      <PageHead title={words.title} text={words.text} />
      <Loaded of={named} waiting={<SkeletonCards count={1} height={236} />}>
        {(key) =>
          key ? (
            <KeyCard licenseKey={key} details={details.data} />
          ) : (
            <Card>
              <Empty icon={KeyRound} title={words.over} text={words.overText}>
                <Link to="/" className="button">
                  {words.all}
                </Link>
              </Empty>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}
