import '../form-fields.css';
import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import type { Release } from './filters.ts';
import { useReleaseWords } from './words.ts';

export interface NoteDraft {
  readonly id: string;
  readonly language: string;
  readonly text: string;
}

export const newNote = (language: string, text = ''): NoteDraft => ({ id: crypto.randomUUID(), language, text });

export const noteDrafts = (notes: Release['notes']): readonly NoteDraft[] =>
  Object.entries(notes).map(([language, text]) => newNote(language, text));

/** Notes without a text are left out. */
export const notesOf = (drafts: readonly NoteDraft[]): Record<string, string> =>
  Object.fromEntries(drafts.filter(({ text }) => text.trim() !== '').map(({ language, text }) => [language.trim(), text.trim()]));

/** What is new, in each language. */
export function NotesInput({
  drafts,
  onChange,
}: {
  readonly drafts: readonly NoteDraft[];
  readonly onChange: (drafts: readonly NoteDraft[]) => void;
}): ReactNode {
  const words = useReleaseWords();
  const { removeOf } = useUiWords();
  const change = (id: string, changes: Partial<NoteDraft>): void =>
    onChange(drafts.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)));
  return (
    <fieldset className="group">
      <legend>{words.notes}</legend>
      {drafts.map(({ id, language, text }, index) => (
        <div key={id} className="stack">
          <div className="metadata-row">
            <TextInput
              bare
              label={words.languageOf(index + 1)}
              placeholder={words.languageHint}
              maxLength={35}
              isRequired
              value={language}
              onChange={(changed) => change(id, { language: changed })}
            />
            <IconButton
              label={removeOf(words.noteOf(index + 1))}
              icon={X}
              onPress={() => onChange(drafts.filter((draft) => draft.id !== id))}
            />
          </div>
          <TextInput
            bare
            multiline
            name={`notes.${language}`}
            label={words.noteOf(index + 1)}
            placeholder={words.notesHint}
            maxLength={20_000}
            value={text}
            onChange={(changed) => change(id, { text: changed })}
          />
        </div>
      ))}
      <div className="row">
        <Button small icon={Plus} onPress={() => onChange([...drafts, newNote('')])}>
          {words.addLanguage}
        </Button>
      </div>
    </fieldset>
  );
}
