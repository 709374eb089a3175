import { CircleHelp, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUiWords } from '../i18n/languages.tsx';
import { Button } from './button.tsx';
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
export function PageFailure(): ReactNode {
  const words = useUiWords();
  return (
    <Empty isPage icon={CircleHelp} title={words.pageFailed}>
      <Button icon={RotateCw} onPress={() => location.reload()}>
        {words.reload}
      </Button>
    </Empty>
  );
}
