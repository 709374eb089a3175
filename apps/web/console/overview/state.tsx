import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { api, useOrganization } from '../context.ts';
import { keyFilter } from '../keys/filters.ts';
import { endpointFilter } from '../webhooks/filters.ts';
import { useWords } from '../words/index.ts';
import { activityQuery } from './activity.tsx';
import { DisputesFigure } from './disputes-figure.tsx';
import { Figure } from './figure.tsx';
import type { OverviewPeriod } from './period.ts';

/** How license keys are used, and what needs somebody. */
export function State({ period }: { readonly period: OverviewPeriod }): ReactNode {
  const { overview: words } = useWords();
  const { organization_id: id, slug, time_zone: timezone } = useOrganization();
  const organization_id = [id];
  const keys = useQuery({
    queryKey: ['figures', id],
    queryFn: () => answer(api.GET('/v1/license-keys/figures', { params: { query: { organization_id } } })),
  });
  const activity = useQuery(activityQuery(id, period, timezone));
  const expiring = useQuery({
    queryKey: ['keys', id, 'expiring'],
    queryFn: () => {
      const { filter, sorting } = keyFilter({ expiry: 'month', status: 'granted' }, new Date());
      const query = { ...filter, organization_id, sorting: [sorting], limit: 1 };
      return answer(api.GET('/v1/license-keys/search', { params: { query } }));
    },
  });
  const params = { slug };
  return (
    <dl className="figures">
      <Figure
        title={
          <Link to="/$slug/keys" params={params} search={{ status: 'granted', expiry: 'ahead' }}>
            {words.activeKeys}
          </Link>
        }
        value={keys.data?.active}
      />
      <Figure
        title={
          <Link to="/$slug" params={params} search={true} hash="activations">
            {words.activationsOf}
          </Link>
        }
        value={activity.data?.activations}
      />
      <Figure
        title={
          <Link to="/$slug/keys" params={params} search={{ status: 'granted', expiry: 'month' }}>
            {words.expiring}
          </Link>
        }
        value={expiring.data?.total.count}
      />
      <DisputesFigure />
      <Failing />
    </dl>
  );
}

/** What was paid and not delivered, and endpoints that are off or have not taken an event of the last day. */
function Failing(): ReactNode {
  const { overview: words } = useWords();
  const { organization_id: id, slug, scopes } = useOrganization();
  const mayRead = scopes.includes('webhooks:read');
  const organization_id = [id];
  const undelivered = useQuery({
    queryKey: ['undelivered', id, 'count'],
    enabled: mayRead,
    queryFn: () => answer(api.GET('/v1/undelivered-purchases/', { params: { query: { organization_id, limit: 1 } } })),
  });
  const endpoints = useQuery({
    queryKey: ['webhooks', id, 'failing'],
    enabled: mayRead,
    queryFn: () => {
      const query = { ...endpointFilter({ state: 'failing' }, new Date()), organization_id, limit: 1 };
      return answer(api.GET('/v1/webhooks/endpoints', { params: { query } }));
    },
  });
  if (!mayRead) return null;
  return (
    <>
      <Figure
        title={
          <Link to="/$slug/undelivered" params={{ slug }}>
            {words.undelivered}
          </Link>
        }
        value={undelivered.data?.pagination.total_count}
      />
      <Figure
        title={
          <Link to="/$slug/webhooks" params={{ slug }} search={{ state: 'failing' }}>
            {words.failingEndpoints}
          </Link>
        }
        value={endpoints.data?.pagination.total_count}
      />
    </>
  );
}
