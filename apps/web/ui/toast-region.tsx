import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
} from 'react-aria-components';
import { useUiWords } from '../i18n/languages.tsx';
import { Button, IconButton } from './button.tsx';

/** What can be done about what a toast says. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Message {
  readonly text: string;
  readonly isBad: boolean;
  readonly action?: ToastAction;
}

export const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 });

export function ToastRegion(): ReactNode {
  const words = useUiWords();
  return (
    <AriaToastRegion queue={queue} className="toasts">
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
    </AriaToastRegion>
  );
}
