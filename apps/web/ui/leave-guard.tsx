import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DiscardDialog } from './dialog.tsx';
import { hasUnsavedInput } from './unsaved-input.ts';

/** Asks before a page with unsaved input is left, and lets the browser ask before it is loaded again. */
export function LeaveGuard(): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsavedInput(),
    enableBeforeUnload: () => hasUnsavedInput(),
    withResolver: true,
  });
  return <DiscardDialog isOpen={status === 'blocked'} onStay={() => reset?.()} onDiscard={() => proceed?.()} />;
}
