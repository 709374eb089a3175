import { type ReactNode, useState } from 'react';
import { Status, type Tone } from '../../ui/display.tsx';
import type { KeyStatus } from '../context.ts';
import { useWords } from '../words/index.ts';

const TONES = { granted: 'good', expired: 'idle', disabled: 'warn', revoked: 'bad' } as const satisfies Record<string, Tone>;

/** What a key is worth now. */
export function KeyStatusBadge({
  status,
  expires_at,
}: {
  readonly status: KeyStatus;
  readonly expires_at: string | null;
}): ReactNode {
  const words = useWords();
  const [now] = useState(Date.now);
  const isExpired = status === 'granted' && expires_at !== null && Date.parse(expires_at) <= now;
  const shown = isExpired ? 'expired' : status;
  return <Status tone={TONES[shown]}>{words.status[shown]}</Status>;
}
