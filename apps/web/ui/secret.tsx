import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useUiWords } from '../i18n/languages.tsx';
import { IconButton } from './button.tsx';
import { badToast } from './toasts.tsx';

const SHOWN_MS = 2_000;

/** Copies a text. `what` says which, for screen readers. */
export function CopyButton({
  text,
  what,
  small,
}: {
  readonly text: string;
  readonly what: string;
  readonly small?: boolean;
}): ReactNode {
  const words = useUiWords();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => badToast(words.somethingWentWrong),
    );
  };
  return (
    <>
      <IconButton small={small} label={words.copyOf(what)} icon={isCopied ? Check : Copy} onPress={copy} />
      <span className="visually-hidden" role="status">
        {isCopied ? words.copied : ''}
      </span>
    </>
  );
}

/** A secret of which the first part and the last six characters are shown until somebody asks for all of it. */
export function Secret({ text, what }: { readonly text: string; readonly what: string }): ReactNode {
  const words = useUiWords();
  const [isShown, setShown] = useState(false);
  return (
    <div className="secret">
      <code>{isShown ? text : masked(text)}</code>
      <IconButton
        small
        label={isShown ? words.hideOf(what) : words.showOf(what)}
        icon={isShown ? EyeOff : Eye}
        onPress={() => setShown(!isShown)}
      />
      <CopyButton small text={text} what={what} />
    </div>
  );
}

/** `ACME-1234-5678-90AB` becomes `ACME-••••-••••-••90AB` with dots for all but a first word of letters and the last six characters. */
export function masked(text: string): string {
  const visible = 6;
  const start = /^[A-Za-z]{2,12}[-_]/.exec(text)?.[0].length ?? 0;
  const end = Math.max(start, text.length - visible);
  return text.slice(0, start) + text.slice(start, end).replace(/[^-_]/g, '•') + text.slice(end);
}
