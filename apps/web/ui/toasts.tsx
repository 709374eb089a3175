import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import type { Message, ToastAction } from './toast-region.tsx';

const TIMEOUT_MS = 6_000;
/** Whoever wants to take something back has to read and to reach the button. */
const ACTION_TIMEOUT_MS = 10_000;

/** The place where toasts are shown, which is loaded before the first one. */
export const loadToasts = () => import('./toast-region.tsx');
const Region = lazy(async () => ({ default: (await loadToasts()).ToastRegion }));

let isNeeded = false;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function show(message: Message, timeout?: number): void {
  isNeeded = true;
  for (const listener of listeners) listener();
  void loadToasts().then(({ queue }) => queue.add(message, { timeout }));
}

/** Says briefly that something was done. */
export const toast = (text: string): void => show({ text, isBad: false }, TIMEOUT_MS);
/** Says that something was done, and offers for ten seconds to take it back. */
export const toastWith = (text: string, action: ToastAction): void => show({ text, isBad: false, action }, ACTION_TIMEOUT_MS);
/** Says that something failed; it stays until it is closed. */
export const badToast = (text: string): void => show({ text, isBad: true });

export function Toasts(): ReactNode {
  const isShown = useSyncExternalStore(subscribe, () => isNeeded);
  return (
    isShown && (
      <Suspense>
        <Region />
      </Suspense>
    )
  );
}
