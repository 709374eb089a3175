import { ValidationFailed } from '#kernel';

export type Format = 'raw' | 'discord' | 'slack';

/** `cloudevents`: CloudEvents 1.0 in structured mode. */
export const ENVELOPES = ['standard', 'cloudevents', 'cloudevents_binary'] as const;
export type Envelope = (typeof ENVELOPES)[number];

/** Messages of chats have no envelope. */
export function assertFit({ format, envelope }: { readonly format: Format; readonly envelope: Envelope }): void {
  if (format === 'raw' || envelope === 'standard') return;
  throw ValidationFailed.at(['envelope'], 'CloudEvents need the format `raw`.', envelope);
}
