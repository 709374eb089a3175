import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { answer } from '../api/client.ts';
import { useFormats, useLanguage, type WordsOf } from '../i18n/languages.tsx';
import { api, type Membership } from './context.ts';
import type { Found } from './palette-actions.ts';
import type { requestEn } from './palette-request-words.en.ts';
import { useWords } from './words/index.ts';

const WORDS: WordsOf<typeof requestEn> = {
  en: async () => (await import('./palette-request-words.en.ts')).requestEn,
  de: async () => (await import('./palette-request-words.de.ts')).requestDe,
};

/** The IDs that the service gives to requests; clients may send others. */
const REQUEST_ID = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(?![\w-])/;

/** The way to what a request changed whose ID is in a text. No object has it: the audit log does, and the logs of the service. */
export function useRequests({ organization_id, slug, scopes }: Membership, text: string): readonly Found[] {
  const { auditLog } = useWords();
  const { language } = useLanguage();
  const { exactly } = useFormats();
  const types: Readonly<Record<string, string>> = auditLog.types;
  const navigate = useNavigate();
  const id = REQUEST_ID.exec(text)?.[0];
  const { data } = useQuery({
    queryKey: ['audit-log', organization_id, 'request', id, language],
    enabled: id !== undefined && scopes.includes('audit_log:read'),
    queryFn: async () => {
      const query = { organization_id: [organization_id], request_id: id, limit: 1 };
      const [{ items }, words] = await Promise.all([
        answer(api.GET('/v1/audit-log/', { params: { query } })),
        (WORDS[language] ?? WORDS.en)(),
      ]);
      return { newest: items[0], words };
    },
  });
  if (!data) return [];
  const { newest, words } = data;
  const what =
    newest &&
    `${types[newest.resource.type] ?? newest.resource.type}: ${auditLog.actions[newest.action]} · ${exactly(newest.created_at)}`;
  return [
    {
      id: 'request',
      label: newest ? words.changed : words.perhaps,
      note: what ?? words.nothing,
      icon: ScrollText,
      go: () => void navigate({ to: '/$slug/audit-log', params: { slug }, search: { request: id } }),
    },
  ];
}
