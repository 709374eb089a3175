import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from 'react-aria-components';
import { loadWithFirstSign } from '../ui/first-sign.ts';
import { benefitsQuery, type Membership } from './context.ts';
import type { PaletteStep } from './palette-actions.ts';
import { useShortcuts } from './shortcuts.ts';
import { useWords } from './words/index.ts';

const loadFinder = () => import('./finder.tsx');
const Finder = lazy(async () => ({ default: (await loadFinder()).Finder }));
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));
const IssueKeyDialog = lazy(async () => ({ default: (await import('./keys/issue-key.tsx')).IssueKeyDialog }));
const ExtendKeyDialog = lazy(async () => ({ default: (await import('./keys/extend-key.tsx')).ExtendKeyDialog }));

/** Finds everything, jumps to pages and does what is done from everywhere: Ctrl K, ⌘ K or a slash. */
export function Palette({ organization }: { readonly organization: Membership }): ReactNode {
  const words = useWords();
  const [step, setStep] = useState<PaletteStep | null>(null);
  const typed = useRef('');
  const go = (next: PaletteStep | null): void => {
    typed.current = '';
    setStep(next);
  };
  const close = (): void => go(null);
  useShortcuts(organization, setStep);
  useEffect(() => loadWithFirstSign(loadFinder), []);
  const isFinding = step === 'search' || step === 'extend';
  return (
    <>
      <Button className="button secondary palette-button" onPress={() => setStep('search')}>
        <Search aria-hidden />
        <span className="palette-label">{words.palette.open}</span>
        <kbd>{words.palette.control} K</kbd>
      </Button>
      {isFinding && (
        <Suspense fallback={<EarlyField onType={(text) => (typed.current = text)} onClose={close} />}>
          <Finder organization={organization} step={step} early={() => typed.current} onStep={go} />
        </Suspense>
      )}
      <Suspense>
        {step === 'help' && <ShortcutsDialog organization={organization} onClose={close} />}
        {step === 'issue' && <IssueKey organization={organization} onClose={close} />}
        {typeof step === 'object' && step && <ExtendKeyDialog key={step.extended} id={step.extended} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Takes what is typed before the finder is loaded. */
function EarlyField({ onType, onClose }: { readonly onType: (text: string) => void; readonly onClose: () => void }): ReactNode {
  const { palette: words } = useWords();
  return createPortal(
    <div className="overlay top">
      <div className="dialog palette">
        <section role="dialog" aria-label={words.open}>
          <div className="palette-field">
            <Search aria-hidden />
            <input
              aria-label={words.placeholder}
              placeholder={words.placeholder}
              onInput={({ currentTarget }) => onType(currentTarget.value)}
              onKeyDown={({ key }) => key === 'Escape' && onClose()}
              autoFocus
            />
          </div>
        </section>
      </div>
    </div>,
    document.body,
  );
}

function IssueKey({ organization, onClose }: { readonly organization: Membership; readonly onClose: () => void }): ReactNode {
  const benefits = useQuery(benefitsQuery(organization.organization_id)).data?.items;
  return benefits && <IssueKeyDialog benefits={benefits} onClose={onClose} />;
}
