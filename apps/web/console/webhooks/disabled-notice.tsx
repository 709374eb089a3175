import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { Ago } from '../../ui/display.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { Endpoint } from './endpoint-form.tsx';

const FEW = 20;
const GONE = 410;

interface Disabled {
  readonly at: string;
  readonly reason: 'gone' | 'failures' | 'seller';
}

/** When and why an endpoint was disabled, as the audit log and its last delivery tell. */
async function readDisabled(id: string): Promise<Disabled | null> {
  const { items } = await answer(api.GET('/v1/audit-log/', { params: { query: { resource_id: id, limit: FEW } } }));
  const entry = items.find(({ changes }) => changes?.['enabled']?.after === false);
  if (!entry) return null;
  const at = entry.created_at;
  if (entry.actor.type !== 'system') return { at, reason: 'seller' };
  const attempts = await answer(
    api.GET('/v1/webhooks/deliveries', { params: { query: { endpoint_id: [id], end_timestamp: at, limit: 1 } } }),
  );
  return { at, reason: attempts.items[0]?.http_code === GONE ? 'gone' : 'failures' };
}

/** Says that an endpoint gets nothing, and why. */
export function DisabledNotice({ endpoint: { id } }: { readonly endpoint: Endpoint }): ReactNode {
  const { webhooks: words } = useWords();
  const mayReadLog = useOrganization().scopes.includes('audit_log:read');
  const disabled = useQuery({
    queryKey: ['webhooks', 'disabled', id],
    enabled: mayReadLog,
    queryFn: () => readDisabled(id),
  }).data;
  return (
    <div className="notice warn">
      <TriangleAlert aria-hidden />
      <div>
        <p>{disabled ? words.disabledBecause[disabled.reason] : words.disabledText}</p>
        {disabled && (
          <p className="small">
            <Ago at={disabled.at} />
          </p>
        )}
      </div>
    </div>
  );
}
