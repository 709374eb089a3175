import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { CopyButton } from '../../ui/secret.tsx';
import { useWords } from '../words/index.ts';

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({
  codes,
  email,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onClose: () => void;
}): ReactNode {
  const { account } = useWords();
  const { secondFactor: words } = account;
  const text = `${words.codesOf(email)}\n\n${codes.join('\n')}\n`;
  return (
    <Dialog title={words.codes} isOpen onClose={onClose}>
      <p className="soft">{words.codesText}</p>
      <ul className="recovery-codes" aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button icon={Download} onPress={() => saveFile('latchkey-recovery-codes.txt', text, 'text/plain')}>
          {words.download}
        </Button>
        <CopyButton text={codes.join('\n')} what={words.codes} />
      </div>
      <div className="dialog-actions">
        <Button look="primary" onPress={onClose}>
          {words.stored}
        </Button>
      </div>
    </Dialog>
  );
}
