import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { benefitsQuery, type Membership } from './context.ts';
import type { PaletteStep } from './palette-results.ts';
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx';
import { useWords } from './words/index.ts';

const loadFinder = () => import('./finder.tsx');
const Finder = lazy(async () => ({ default: (await loadFinder()).Finder }));
const IssueKeyDialog = lazy(async () => ({ default: (await import('./keys/issue-key.tsx')).IssueKeyDialog }));
const ExtendKeyDialog = lazy(async () => ({ default: (await import('./keys/extend-key.tsx')).ExtendKeyDialog }));

/** With the first sign of somebody, so that it is there when they begin to type. */
function preloadFinder(): () => void {
  const once = new AbortController();
  for (const sign of ['pointermove', 'keydown'])
    addEventListener(sign, () => void loadFinder(), { once: true, signal: once.signal });
  return () => once.abort();
}

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
  useEffect(preloadFinder, []);
  const isFinding = step === 'search' || step === 'extend';
  return (
    <>
      <Button className="button secondary palette-button" onPress={() => setStep('search')}>
        <Search aria-hidden />
        <span className="palette-label">{words.palette.open}</span>
        <kbd>{words.palette.control} K</kbd>
      </Button>
      <ModalOverlay className="overlay top" isOpen={isFinding} isDismissable onOpenChange={(isOpen) => !isOpen && close()}>
        <Modal className="dialog palette">
          <Dialog aria-label={words.palette.open}>
            <Suspense fallback={<EarlyField onType={(text) => (typed.current = text)} />}>
              {isFinding && <Finder key={step} organization={organization} step={step} early={() => typed.current} onStep={go} />}
            </Suspense>
          </Dialog>
        </Modal>
      </ModalOverlay>
      {step === 'help' && <ShortcutsDialog organization={organization} onClose={close} />}
      <Suspense>
        {step === 'issue' && <IssueKey organization={organization} onClose={close} />}
        {typeof step === 'object' && step && <ExtendKeyDialog key={step.extended} id={step.extended} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Takes what is typed before the finder is loaded. */
function EarlyField({ onType }: { readonly onType: (text: string) => void }): ReactNode {
  const { palette: words } = useWords();
  return (
    <div className="palette-field">
      <Search aria-hidden />
      <input
        aria-label={words.placeholder}
        placeholder={words.placeholder}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        autoFocus
      />
    </div>
  );
}

function IssueKey({ organization, onClose }: { readonly organization: Membership; readonly onClose: () => void }): ReactNode {
  const benefits = useQuery(benefitsQuery(organization.organization_id)).data?.items;
  return benefits && <IssueKeyDialog benefits={benefits} onClose={onClose} />;
}
