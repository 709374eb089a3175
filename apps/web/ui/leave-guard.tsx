import { useBlocker } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { hasUnsavedInput } from './unsaved-input.ts';

const DiscardDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).DiscardDialog }));

/** Asks before a page with unsaved input is left, and lets the browser ask before it is loaded again. */
export function LeaveGuard(): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedInput(),
    enableBeforeUnload: () => hasUnsavedInput(),
    withResolver: true,
  });
  return (
    status === 'blocked' && (
      <Suspense>
        <DiscardDialog isOpen onStay={() => reset?.()} onDiscard={() => proceed?.()} />
      </Suspense>
    )
  );
}
