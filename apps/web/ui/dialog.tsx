import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { ApiProblem } from '../api/problem.ts';
import { useUiWords } from '../i18n/languages.tsx';
import { Button } from './button.tsx';
import { ProblemNotice } from './form.tsx';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
  readonly children: ReactNode;
}

/** A dialog above the page. Escape and a click beside it close it. */
export function Dialog({ title, isOpen, onClose, wide, role = 'dialog', children }: DialogProps): ReactNode {
  return (
    <ModalOverlay className="overlay" isOpen={isOpen} isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={wide ? 'dialog wide' : 'dialog'}>
        <AriaDialog role={role}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** What follows. */
  readonly text: ReactNode;
  readonly confirm: string;
  readonly isDestructive?: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<unknown>;
  readonly children?: ReactNode;
}

/** Asks once before something is done; closes when it is done, and shows why if it could not be. */
export function ConfirmDialog({
  text,
  confirm,
  isDestructive,
  onConfirm,
  onClose,
  children,
  ...dialog
}: ConfirmProps): ReactNode {
  const words = useUiWords();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const close = (): void => {
    setProblem(null);
    onClose();
  };
  const run = async (): Promise<void> => {
    setPending(true);
    setProblem(null);
    try {
      await onConfirm();
      close();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog {...dialog} role="alertdialog" onClose={close}>
      <p className="soft">{text}</p>
      {children}
      {problem && <ProblemNotice problem={problem} />}
      <div className="dialog-actions">
        <Button look={isDestructive ? 'danger' : 'primary'} isPending={isPending} onPress={() => void run()}>
          {confirm}
        </Button>
        <Button onPress={close} autoFocus>
          {words.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
