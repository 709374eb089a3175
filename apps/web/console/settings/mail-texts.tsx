import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Language, LANGUAGE_NAMES } from '../../../../libs/support/src/languages/languages.ts';
import { answer, type Schema } from '../../api/client.ts';
import { useLanguage, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { useMailWords } from '../customers/mail-words.ts';
import { useMailTextWords } from './mail-text-words.ts';

const CHOICES = Object.entries(LANGUAGE_NAMES).map(([id, label]) => ({ id: id as Language, label }));

type MailText = Schema<'MailText'>;

/** The mails to customers that the seller may write. */
export default function MailTexts(): ReactNode {
  const words = useMailTextWords();
  const { names } = useMailWords();
  const { organization_id: id } = useOrganization();
  const [language, setLanguage] = useState(useLanguage().language);
  const [mail, setMail] = useState('license_key');
  const items = useQuery({
    queryKey: ['mail-texts', id],
    queryFn: () => answer(api.GET('/v1/organizations/{id}/mail-texts', { params: { path: { id } } })),
  }).data?.items;
  const text = items?.find((each) => each.mail === mail && each.language === language);
  if (!items || !text) return null;
  const mails = items.filter((each) => each.language === language);
  return (
    <Card title={words.title}>
      <div className="form">
        <p className="soft">{words.text}</p>
        <div className="row">
          <SelectInput
            label={words.mail}
            value={mail}
            choices={mails.map((each) => ({ id: each.mail, label: names[each.mail] ?? each.mail }))}
            onChange={setMail}
          />
          <SelectInput label={words.language} value={language} choices={CHOICES} onChange={setLanguage} />
        </div>
        <MailTextForm key={`${mail} ${language} ${text.modified_at}`} text={text} />
      </div>
    </Card>
  );
}

function MailTextForm({ text }: { readonly text: MailText }): ReactNode {
  const words = useMailTextWords();
  const { save, saved } = useUiWords();
  const { organization_id: id } = useOrganization();
  const mayChange = useMay('organizations:write');
  const queries = useQueryClient();
  const textOf = useProblemText();
  const { mail, language, placeholders } = text;
  const [subject, setSubject] = useState(text.subject ?? text.default.subject);
  const [body, setBody] = useState(text.body ?? text.default.body);
  const [preview, setPreview] = useState<Schema<'MailTextPreview'> | null>(null);
  const path = { id, mail, language };
  const changed = async (told: string): Promise<void> => {
    await Promise.all(['mail-texts', 'mail-previews'].map((name) => queries.invalidateQueries({ queryKey: [name, id] })));
    toast(told);
  };
  const store = async (): Promise<void> => {
    await answer(api.PUT('/v1/organizations/{id}/mail-texts/{mail}/{language}', { params: { path }, body: { subject, body } }));
    await changed(saved);
  };
  const reset = async (): Promise<void> => {
    await answer(api.DELETE('/v1/organizations/{id}/mail-texts/{mail}/{language}', { params: { path } }));
    await changed(words.wasReset);
  };
  const show = async (): Promise<void> => {
    const draft = { mail, language, subject, body };
    const call = api.POST('/v1/organizations/{id}/mail-texts/preview', { params: { path: { id } }, body: draft });
    setPreview(await answer(call));
  };
  const run = (act: () => Promise<void>) => () => void act().catch((error: unknown) => badToast(textOf(error)));
  const fields = (
    <>
      <TextInput
        name="subject"
        label={words.subject}
        value={subject}
        onChange={setSubject}
        maxLength={200}
        isReadOnly={!mayChange}
        isRequired
      />
      <TextInput
        name="body"
        label={words.body}
        hint={`${words.placeholders(placeholders.map((each) => `{{${each}}}`).join(', '))} ${words.rules}`}
        value={body}
        onChange={setBody}
        maxLength={5_000}
        inputClass="mail-body"
        isReadOnly={!mayChange}
        multiline
        isRequired
      />
    </>
  );
  return (
    <>
      {text.subject === null && <p className="faint">{words.isDefault}</p>}
      {mayChange ? (
        <ApiForm submitLabel={save} onSubmit={store}>
          {fields}
        </ApiForm>
      ) : (
        fields
      )}
      <div className="row">
        <Button isDisabled={subject === '' || body === ''} onPress={run(show)}>
          {words.preview}
        </Button>
        {mayChange && text.subject !== null && (
          <Button look="quiet" onPress={run(reset)}>
            {words.reset}
          </Button>
        )}
      </div>
      {preview && (
        <section className="mail-draft" aria-label={words.preview}>
          <strong>{preview.subject}</strong>
          <p className="mail-text">{preview.text}</p>
        </section>
      )}
    </>
  );
}
