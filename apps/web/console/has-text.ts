import { folded } from '../../../libs/support/src/texts/folded.ts';

interface Shown {
  readonly name: string;
  readonly detail: string | null;
  readonly tag: string | null;
}

/** Whether a text is a part of what is shown of something that was found, with or without accents. */
export const hasText = ({ name, detail, tag }: Shown, text: string): boolean =>
  folded(`${name} ${detail ?? ''} ${tag ?? ''}`).includes(folded(text));
