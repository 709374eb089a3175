import { folded } from '../../../libs/support/src/texts/folded.ts';

/** Whether a text is a part of what is shown of something that was found, with or without accents. */
export const hasText = ({ name, detail }: { readonly name: string; readonly detail: string | null }, text: string): boolean =>
  folded(`${name} ${detail ?? ''}`).includes(folded(text));
