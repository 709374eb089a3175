import { useRef } from 'react';
import { newIdempotencyKey } from '../api/client.ts';

/** The key of what a form sends: the same as long as it sends the same, so that a lost response can be asked for again. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ sent: '', key: '' });
  return (body) => {
    const sent = JSON.stringify(body);
    if (sent !== last.current.sent) last.current = { sent, key: newIdempotencyKey() };
    return last.current.key;
  };
}
