import { RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { api, type LicenseKeyDetails, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import { useKeyChanged } from './use-key-changes.ts';

/** That the key is the trial of a device, which the seller may allow another one. */
export function TrialKey({ licenseKey: { id, is_trial } }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { key: words } = useWords();
  const mayChange = useMay('license_keys:write');
  const changed = useKeyChanged();
  const [isAsking, setAsking] = useState(false);
  if (!is_trial) return null;
  const allow = async (): Promise<void> => {
    await answer(api.DELETE('/v1/license-keys/{id}/trial', { params: { path: { id } } }));
    await changed(words.trialAllowed);
  };
  return (
    <Card title={words.trialKey}>
      <p className="soft">{words.trialKeyText}</p>
      {mayChange && (
        <Button icon={RotateCcw} onPress={() => setAsking(true)}>
          {words.allowTrial}
        </Button>
      )}
      <ConfirmDialog
        title={words.allowTrialTitle}
        text={words.allowTrialText}
        confirm={words.allowTrial}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={allow}
      />
    </Card>
  );
}
