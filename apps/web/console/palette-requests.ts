import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { answer } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { useTypeName } from './audit-log/actors.ts';
import { api, type Membership } from './context.ts';
import type { Found } from './palette-actions.ts';
import { useWords } from './words/index.ts';

/** The IDs that the service gives to requests; clients may send others. */
const REQUEST_ID = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![\w-])/;

/** The way to what a request changed whose ID is in a text. No object has it: the audit log does, and the logs of the service. */
export function useRequests({ organization_id, slug, scopes }: Membership, text: string): readonly Found[] {
  const { auditLog, palette: words } = useWords();
  const { exactly } = useFormats();
  const typeName = useTypeName();
  const navigate = useNavigate();
  const id = REQUEST_ID.exec(text)?.[0];
  const { data } = useQuery({
    queryKey: ['audit-log', organization_id, 'request', id],
    enabled: id !== undefined && scopes.includes('audit_log:read'),
    queryFn: () =>
      answer(api.GET('/v1/audit-log/', { params: { query: { organization_id: [organization_id], request_id: id, limit: 1 } } })),
  });
  if (!data) return [];
  const [newest] = data.items;
  const what = newest && `${typeName(newest.resource.type)}: ${auditLog.actions[newest.action]} · ${exactly(newest.created_at)}`;
  return [
    {
      id: 'request',
      label: newest ? words.requestChanges : words.request,
      note: what ?? words.requestText,
      icon: ScrollText,
      go: () => void navigate({ to: '/$slug/audit-log', params: { slug }, search: { request: id } }),
    },
  ];
}
