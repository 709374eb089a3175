import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Empty } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { leaveForProvider, type NeededSignIn as Needed } from '../context.ts';
import { useWords } from '../words/index.ts';

/** In place of the pages of an organization whose provider has to be asked first. */
export function NeededSignIn({ of: { name, slug } }: { readonly of: Needed }): ReactNode {
  const { singleSignOn: words } = useWords();
  const textOf = useProblemText();
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    try {
      await leaveForProvider({ slug });
    } catch (error) {
      setLeaving(false);
      badToast(textOf(error));
    }
  };
  return (
    <Empty isPage icon={KeyRound} title={words.neededTitle(name)} text={words.neededText}>
      <Button look="primary" isPending={isLeaving} onPress={() => void leave()}>
        {words.with}
      </Button>
    </Empty>
  );
}
