import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { type Language, LANGUAGES, useLanguage } from '../../i18n/languages.tsx';
import { SelectInput } from '../../ui/fields.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

const CHOICES = Object.entries(LANGUAGES).map(([id, label]) => ({ id: id as Language, label }));

/** Mails as recipients see them. `version` changes when the brand does. */
export function MailPreviews({ version }: { readonly version: string }): ReactNode {
  const { settings } = useWords();
  const { mails: words } = settings;
  const { organization_id: id } = useOrganization();
  const [language, setLanguage] = useState(useLanguage().language);
  const [mail, setMail] = useState('license_key');
  const previews = useQuery({
    queryKey: ['mail-previews', id, language],
    queryFn: () =>
      answer(api.GET('/v1/organizations/{id}/mail-previews', { params: { path: { id }, query: { locale: language } } })),
  });
  return (
    <Card title={words.title}>
      <Loaded of={previews} waiting={<SkeletonCards count={1} height={420} />}>
        {({ items }) => (
          <div className="form">
            <p className="soft">{words.text}</p>
            <div className="row">
              <SelectInput
                label={words.mail}
                value={mail}
                choices={items.map((each) => ({ id: each.mail, label: each.subject }))}
                onChange={setMail}
              />
              <SelectInput label={words.language} value={language} choices={CHOICES} onChange={setLanguage} />
            </div>
            <iframe
              key={version}
              className="mail-preview"
              sandbox=""
              title={words.title}
              src={`/console/api/v1/organizations/${id}/mail-previews/${mail}?locale=${language}`}
            />
          </div>
        )}
      </Loaded>
    </Card>
  );
}
