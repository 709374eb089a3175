import { ValidationFailed } from '#kernel';

export type Format = 'raw' | 'discord' | 'slack';

/** `cloudevents`: CloudEvents 1.0 in structured mode. */
export type Envelope = 'standard' | 'cloudevents' | 'cloudevents_binary';

/** Messages of chats have no envelope. */
export function assertFit({ format, envelope }: { readonly format: Format; readonly envelope: Envelope }): void {
  if (format === 'raw' || envelope === 'standard') return;
  throw ValidationFailed.at(['envelope'], 'CloudEvents need the format `raw`.', envelope);
}
