/** Whether a text is a part of what is shown of something that was found. */
export const hasText = ({ name, detail }: { readonly name: string; readonly detail: string | null }, text: string): boolean =>
  `${name} ${detail ?? ''}`.toLowerCase().includes(text.toLowerCase());
