import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useUiWords } from '../i18n/languages.tsx';
import { Button, IconButton } from './button.tsx';
import { ApiForm } from './form.tsx';
import { hasUnsavedInput } from './unsaved-input.ts';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
  readonly children: ReactNode;
}

/** A dialog above the page. Escape and a click beside it close it, after a question if what was entered would be lost. */
export function Dialog({ title, isOpen, onClose, wide, role = 'dialog', children }: DialogProps): ReactNode {
  const words = useUiWords();
  const content = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const close = (): void => (hasUnsavedInput(content.current) ? setAsking(true) : onClose());
  const discard = (): void => {
    setAsking(false);
    onClose();
  };
  return (
    <>
      <ModalOverlay className="overlay" isOpen={isOpen} isDismissable onOpenChange={(open) => !open && close()}>
        <Modal ref={content} className={wide ? 'dialog wide' : 'dialog'}>
          <AriaDialog role={role}>
            <header className="dialog-head">
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <IconButton small label={words.close} icon={X} onPress={close} />
            </header>
            {children}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
      {isAsking && <DiscardDialog isOpen onStay={() => setAsking(false)} onDiscard={discard} />}
    </>
  );
}

/** Asks before what was entered is lost. */
export function DiscardDialog({
  isOpen,
  onStay,
  onDiscard,
}: {
  readonly isOpen: boolean;
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}): ReactNode {
  const { unsaved: words } = useUiWords();
  return (
    <Dialog title={words.title} role="alertdialog" isOpen={isOpen} onClose={onStay}>
      <p className="soft">{words.text}</p>
      <div className="dialog-actions">
        <Button look="danger" onPress={onDiscard}>
          {words.discard}
        </Button>
        <Button onPress={onStay} autoFocus>
          {words.stay}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** What follows. */
  readonly text: ReactNode;
  readonly confirm: string;
  /** What to press instead. */
  readonly cancel?: string;
  readonly isDestructive?: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (form: FormData) => Promise<unknown>;
  readonly children?: ReactNode;
}

/** Asks once before something is done; closes when it is done, and shows why if it could not be. */
export function ConfirmDialog({ text, confirm, cancel, isDestructive, onConfirm, children, ...dialog }: ConfirmProps): ReactNode {
  const run = async (form: FormData): Promise<void> => {
    await onConfirm(form);
    dialog.onClose();
  };
  return (
    <Dialog {...dialog} role="alertdialog">
      <p className="soft">{text}</p>
      <ApiForm
        submitLabel={confirm}
        submit={{ look: isDestructive ? 'danger' : 'primary' }}
        onSubmit={run}
        onCancel={dialog.onClose}
        cancel={{ label: cancel, autoFocus: true }}
      >
        {children}
      </ApiForm>
    </Dialog>
  );
}
