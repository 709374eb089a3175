import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Autocomplete, Button, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import { benefitsQuery, type Membership } from './context.ts';
import { type PaletteStep, useFound } from './palette-results.ts';
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx';
import { useWords } from './words/index.ts';

const IssueKeyDialog = lazy(async () => ({ default: (await import('./keys/issue-key.tsx')).IssueKeyDialog }));

/** Finds everything, jumps to pages and does what is done from everywhere: Ctrl K, ⌘ K or a slash. */
export function Palette({ organization }: { readonly organization: Membership }): ReactNode {
  const words = useWords();
  const [step, setStep] = useState<PaletteStep | null>(null);
  const close = (): void => setStep(null);
  useShortcuts(organization, setStep);
  const isFinding = step === 'search' || step === 'extend';
  return (
    <>
      <Button className="button secondary palette-button" onPress={() => setStep('search')}>
        <Search aria-hidden />
        <span className="palette-label">{words.palette.open}</span>
        <kbd>Ctrl K</kbd>
      </Button>
      <ModalOverlay className="overlay top" isOpen={isFinding} isDismissable onOpenChange={(isOpen) => !isOpen && close()}>
        <Modal className="dialog palette">
          <Dialog aria-label={words.palette.open}>
            {isFinding && <Finder key={step} organization={organization} step={step} onStep={setStep} />}
          </Dialog>
        </Modal>
      </ModalOverlay>
      {step === 'help' && <ShortcutsDialog organization={organization} onClose={close} />}
      {step === 'issue' && (
        <Suspense>
          <IssueKey organization={organization} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function IssueKey({ organization, onClose }: { readonly organization: Membership; readonly onClose: () => void }): ReactNode {
  const benefits = useQuery(benefitsQuery(organization.organization_id)).data?.items;
  return benefits && <IssueKeyDialog benefits={benefits} onClose={onClose} />;
}

function Finder({
  organization,
  step,
  onStep,
}: {
  readonly organization: Membership;
  readonly step: PaletteStep;
  readonly onStep: (step: PaletteStep | null) => void;
}): ReactNode {
  const { palette: words } = useWords();
  const [text, setText] = useState('');
  const found = useFound(organization, step, useDeferredValue(text.trim()), onStep);
  const run = ({ go }: (typeof found)[number]): void => {
    onStep(null);
    go();
  };
  /** What was found after the text was typed has no focus yet. */
  const runFirst = (): void => {
    if (found[0] && !document.querySelector('.palette [role=menuitem][data-focused]')) run(found[0]);
  };
  const placeholder = step === 'extend' ? words.whichKey : words.placeholder;
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={placeholder} className="palette-field" autoFocus onSubmit={runFirst}>
        <Search aria-hidden />
        <Input placeholder={placeholder} />
      </SearchField>
      <Menu
        className="options"
        aria-label={words.results}
        items={found}
        renderEmptyState={() => <p className="palette-empty">{text.trim() === '' ? words.type : words.nothing}</p>}
      >
        {(item) => (
          <MenuItem id={item.id} textValue={item.label} className="option" onAction={() => run(item)}>
            <item.icon aria-hidden />
            {item.label}
            <span className="faint">{item.note}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}
