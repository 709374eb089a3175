import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { useLanguage } from '../../i18n/languages.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

/** The mail that brings a key, with sample data, in the language of the reader. */
export function KeyMail(): ReactNode {
  const { product: words } = useWords();
  const { language } = useLanguage();
  const { organization_id: id } = useOrganization();
  const previews = useQuery({
    queryKey: ['mail-previews', id, language],
    queryFn: () =>
      answer(api.GET('/v1/organizations/{id}/mail-previews', { params: { path: { id }, query: { locale: language } } })),
  });
  const mail = previews.data?.items.find((each) => each.mail === 'license_key');
  return (
    <div className="stack">
      <p className="faint small">{words.previewMail}</p>
      {mail && (
        <details>
          <summary>{mail.subject}</summary>
          <p className="pre-line small">{mail.text}</p>
        </details>
      )}
    </div>
  );
}
