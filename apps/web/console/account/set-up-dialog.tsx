import type { ReactNode } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { CopyButton } from '../../ui/secret.tsx';
import { api } from '../context.ts';
import { useWords } from '../words/index.ts';
import { QrCode } from './qr-code.tsx';

/** The secret for an authenticator app. Nothing changes before a code of the app confirms it. */
export function SetUpDialog({
  factor: { secret, uri },
  onClose,
  onConfirmed,
}: {
  readonly factor: Schema<'NewSecondFactor'>;
  readonly onClose: () => void;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => Promise<void>;
}): ReactNode {
  const { account } = useWords();
  const { secondFactor: words } = account;
  const confirm = async (form: FormData): Promise<void> => {
    const code = String(form.get('code')).replaceAll(/\s/g, '');
    const { recovery_codes } = await answer(api.POST('/v1/users/me/second-factor/confirm', { body: { code } }));
    await onConfirmed(recovery_codes);
  };
  return (
    <Dialog title={words.setUp} isOpen onClose={onClose}>
      <p className="soft">{words.scan}</p>
      <QrCode text={uri} label={words.qrCode} />
      <div>
        <p className="faint small">{words.secret}</p>
        <div className="secret">
          <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton small text={secret} what={words.secret} />
        </div>
      </div>
      <ApiForm
        submitLabel={words.confirm}
        explain={({ code }) => (code === 'SecondFactorCodeWrong' ? words.wrong : null)}
        onSubmit={confirm}
        onCancel={onClose}
      >
        <TextInput
          name="code"
          label={words.code}
          inputClass="code-input"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          isRequired
        />
      </ApiForm>
    </Dialog>
  );
}
