import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EditLimitsDialog } from './edit-limits.tsx';
import { keyQuery } from './key-query.ts';
import { useKeyChanged } from './use-key-changes.ts';

/** Asks until when a key is to be valid. */
export function ExtendKeyDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const licenseKey = useQuery(keyQuery(id)).data;
  const changed = useKeyChanged();
  return licenseKey && <EditLimitsDialog licenseKey={licenseKey} first="expires_at" onClose={onClose} onSaved={changed} />;
}
