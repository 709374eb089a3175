import { useQuery } from '@tanstack/react-query';
import { Copy, Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  knownLocale,
  type Language,
  LANGUAGE_NAMES,
  LANGUAGES,
  REGIONS,
} from '../../../../libs/support/src/languages/languages.ts';
import { formatsOf } from '../../i18n/formats.ts';
import { useLanguage, useTimeZone, useUiWords, type WordsOfAll } from '../../i18n/languages.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { Loaded } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { type LicenseKeyDetails, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { answerEn } from './answer-words.en.ts';

type AnswerWords = typeof answerEn;

const WORDS: WordsOfAll<AnswerWords> = {
  en: async () => (await import('./answer-words.en.ts')).answerEn,
  de: async () => (await import('./answer-words.de.ts')).answerDe,
  ar: async () => (await import('./answer-words.ar.ts')).answerAr,
};

/** Whether applications can use a key now, and what keeps them from it. */
export interface KeyState {
  readonly codes: readonly string[];
  readonly isUsable: boolean;
  readonly isOver: boolean;
  /** How many more devices can be activated; null without a limit. */
  readonly left: number | null;
}

interface Props {
  readonly licenseKey: LicenseKeyDetails;
  readonly state: KeyState;
  readonly onClose: () => void;
}

/** What to answer to the customer of a key, in their language: to be changed, copied, or sent from one's own mail program. */
export default function AnswerDialog({ licenseKey, state, onClose }: Props): ReactNode {
  const { key: words } = useWords();
  const { language: own } = useLanguage();
  const { locale } = licenseKey.customer;
  const [language, setLanguage] = useState(knownLocale(locale)?.language ?? own);
  const loaded = useQuery({ queryKey: ['words', 'answer', language], queryFn: WORDS[language] });
  return (
    <Dialog wide title={words.answer} isOpen onClose={onClose}>
      <div className="stack">
        <SelectInput
          label={words.answerLanguage}
          value={language}
          choices={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          onChange={setLanguage}
        />
        <Loaded of={loaded}>
          {(answer) => (
            <Text key={language} licenseKey={licenseKey} state={state} language={language} answer={answer} onClose={onClose} />
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Text({
  licenseKey,
  state,
  language,
  answer,
  onClose,
}: Props & { readonly language: Language; readonly answer: AnswerWords }): ReactNode {
  const { key: words } = useWords();
  const { copy, copied, close, somethingWentWrong } = useUiWords();
  const { name, slug } = useOrganization();
  const timeZone = useTimeZone();
  const { email } = licenseKey.customer;
  const subject = answer.subject(licenseKey.display_key);
  const [text, setText] = useState(() =>
    [
      answer.greeting(licenseKey.customer.name),
      sentencesOf(licenseKey, state, answer, formatsOf(REGIONS[language], timeZone)),
      answer.portal(`${location.origin}/portal/${slug}`),
      answer.regards(name),
    ].join('\n\n'),
  );
  const copyText = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => toast(copied),
      () => badToast(somethingWentWrong),
    );
  return (
    <>
      <TextInput multiline label={words.answerText} value={text} onChange={setText} />
      <div className="dialog-actions">
        <Button look="primary" icon={Copy} onPress={copyText}>
          {copy}
        </Button>
        {email && (
          <ButtonLink
            icon={Mail}
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          >
            {words.answerByMail}
          </ButtonLink>
        )}
        <Button onPress={onClose}>{close}</Button>
      </div>
    </>
  );
}

function sentencesOf(
  { display_key: key, limit_activations: limit, limit_usage: usage, expires_at }: LicenseKeyDetails,
  { codes, isUsable, isOver, left }: KeyState,
  answer: AnswerWords,
  { number, date }: ReturnType<typeof formatsOf>,
): string {
  const said: Readonly<Record<string, string | null>> = {
    ACTIVATION_LIMIT_REACHED: limit === null ? null : answer.full(number(limit), limit),
    USAGE_LIMIT_EXCEEDED: usage === null ? null : answer.usedUp(number(usage)),
    EXPIRED: expires_at && answer.expired(date(expires_at)),
    DISABLED: answer.disabled,
    REVOKED: answer.revoked,
  };
  const first = isUsable ? (isOver ? answer.worksInGrace(key) : answer.works(key)) : answer.fails(key);
  const reasons = codes.map((code) => said[code]).filter((sentence) => sentence);
  const free = codes.length === 0 && left ? [answer.free(number(left), left)] : [];
  return [first, ...reasons, ...free].join(' ');
}
