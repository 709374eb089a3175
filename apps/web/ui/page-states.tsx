import { CircleHelp, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useUiWords } from '../i18n/languages.tsx';
import { Button } from './button.tsx';
import { reload, reloadIfMissing } from './reload.ts';
import { Empty } from './surfaces.tsx';

/** `children` lead to a page that exists. */
export function PageNotFound({ children }: { readonly children?: ReactNode }): ReactNode {
  const words = useUiWords();
  return (
    <Empty isPage icon={CircleHelp} title={words.pageNotFound} text={words.pageNotFoundText}>
      {children}
    </Empty>
  );
}

/** A page that threw an error while it was shown. */
export function PageFailure({ error }: { readonly error: unknown }): ReactNode {
  const words = useUiWords();
  const [isReachable, setReachable] = useState(true);
  useEffect(() => void reloadIfMissing(error).then(setReachable), [error]);
  return (
    <Empty isPage icon={CircleHelp} title={words.pageFailed} text={isReachable ? undefined : words.unreachable}>
      <Button icon={RotateCw} onPress={() => void reload().then(setReachable)}>
        {words.reload}
      </Button>
    </Empty>
  );
}
