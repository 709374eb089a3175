import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
  Text,
} from 'react-aria-components';
import { useUiWords } from '../i18n/languages.tsx';
import { Button, IconButton } from './button.tsx';

/** What can be done about what a toast says. */
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface Message {
  readonly text: string;
  readonly isBad: boolean;
  readonly action?: ToastAction;
}

const TIMEOUT_MS = 6_000;
/** Whoever wants to take something back has to read and to reach the button. */
const ACTION_TIMEOUT_MS = 10_000;
const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 });

/** Says briefly that something was done. */
export const toast = (text: string): void => void queue.add({ text, isBad: false }, { timeout: TIMEOUT_MS });
/** Says that something was done, and offers for ten seconds to take it back. */
export const toastWith = (text: string, action: ToastAction): void =>
  void queue.add({ text, isBad: false, action }, { timeout: ACTION_TIMEOUT_MS });
/** Says that something failed; it stays until it is closed. */
export const badToast = (text: string): void => void queue.add({ text, isBad: true });

export function Toasts(): ReactNode {
  const words = useUiWords();
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast: each }) => (
        <Toast toast={each} className={each.content.isBad ? 'toast bad' : 'toast'}>
          {each.content.isBad ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
          <ToastContent className="toast-text">
            <Text slot="title">{each.content.text}</Text>
          </ToastContent>
          {each.content.action && (
            <Button
              small
              onPress={() => {
                queue.close(each.key);
                each.content.action!.run();
              }}
            >
              {each.content.action.label}
            </Button>
          )}
          <IconButton slot="close" small label={words.close} icon={X} />
        </Toast>
      )}
    </ToastRegion>
  );
}
