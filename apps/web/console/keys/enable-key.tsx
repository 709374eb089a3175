import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { badToast } from '../../ui/toasts.tsx';
import { api, type LicenseKeyDetails } from '../context.ts';
import { useWords } from '../words/index.ts';
import { useKeyChanged } from './use-key-changes.ts';

const EnableRevokedDialog = lazy(async () => ({ default: (await import('./revocation.tsx')).EnableRevokedDialog }));

/**
 * Enables a key; one that is revoked only after a question that says why it is. `dialog` is shown beside whatever calls `enable`.
 */
export function useEnableKey(licenseKey: LicenseKeyDetails): {
  readonly enable: () => void;
  readonly isEnabling: boolean;
  readonly dialog: ReactNode;
} {
  const { key: words } = useWords();
  const textOf = useProblemText();
  const changed = useKeyChanged();
  const [state, setState] = useState<'asking' | 'enabling' | null>(null);
  const { id, status } = licenseKey;
  const enable = async (): Promise<void> => {
    await answer(api.PATCH('/v1/license-keys/{id}', { params: { path: { id } }, body: { status: 'granted' } }));
    await changed(words.enabled);
  };
  const enableNow = async (): Promise<void> => {
    setState('enabling');
    try {
      await enable();
    } catch (error) {
      badToast(textOf(error));
    } finally {
      setState(null);
    }
  };
  return {
    enable: () => (status === 'revoked' ? setState('asking') : void enableNow()),
    isEnabling: state === 'enabling',
    dialog: state === 'asking' && (
      <Suspense>
        <EnableRevokedDialog licenseKey={licenseKey} onClose={() => setState(null)} onConfirm={enable} />
      </Suspense>
    ),
  };
}
