import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Language, LANGUAGE_NAMES } from '../../../../libs/support/src/languages/languages.ts';
import { answer, type Schema } from '../../api/client.ts';
import { useLanguage, useUiWords } from '../../i18n/languages.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';

const CHOICES = Object.entries(LANGUAGE_NAMES).map(([id, label]) => ({ id: id as Language, label }));

type Branding = Schema<'OrganizationBranding'>;

/** The language of mails to recipients of whom none is known. */
function FallbackLanguage({ language }: Pick<Branding, 'language'>): ReactNode {
  const { settings } = useWords();
  const { mails: words } = settings;
  const { saved } = useUiWords();
  const { organization_id: id } = useOrganization();
  const mayChange = useMay('organizations:write');
  const queries = useQueryClient();
  const textOf = useProblemText();
  const store = async (chosen: Language): Promise<void> => {
    const call = api.PATCH('/v1/organizations/{id}/branding', { params: { path: { id } }, body: { language: chosen } });
    queries.setQueryData(['branding', id], await answer(call));
    toast(saved);
  };
  return (
    <SelectInput
      label={words.fallback}
      hint={words.fallbackHint}
      value={language ?? 'en'}
      choices={CHOICES}
      isDisabled={!mayChange}
      onChange={(chosen) => void store(chosen).catch((error: unknown) => badToast(textOf(error)))}
    />
  );
}

/** Mails as recipients see them. */
export function MailPreviews({ branding }: { readonly branding: Branding }): ReactNode {
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
  const shown = previews.data?.items.find((each) => each.mail === mail);
  return (
    <Card title={words.title}>
      <Loaded of={previews} waiting={<SkeletonCards count={1} height={420} />}>
        {({ items }) => (
          <div className="form">
            <p className="soft">{words.text}</p>
            <FallbackLanguage language={branding.language} />
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
              key={`${branding.accent_color} ${branding.avatar_url} ${shown?.subject} ${shown?.text}`}
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
