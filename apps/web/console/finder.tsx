import { Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Autocomplete, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import type { Membership } from './context.ts';
import type { PaletteStep } from './palette-actions.ts';
import { useFound } from './palette-results.ts';
import { useWords } from './words/index.ts';

const FoundTag = lazy(() => import('./tags/found-tag.tsx'));

interface FinderProps {
  readonly organization: Membership;
  readonly step: 'search' | 'extend';
  /** What was typed before this was loaded. */
  readonly early: () => string;
  readonly onStep: (step: PaletteStep | null) => void;
}

/** The palette, above the page. */
export function Finder(props: FinderProps): ReactNode {
  const { palette: words } = useWords();
  return (
    <ModalOverlay className="overlay top" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && props.onStep(null)}>
      <Modal className="dialog palette">
        <Dialog aria-label={words.open}>
          <FinderField key={props.step} {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The field of the palette, with what it finds. */
function FinderField({ organization, step, early, onStep }: FinderProps): ReactNode {
  const { palette: words } = useWords();
  const [text, setText] = useState(early);
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
            <span>
              {item.label}{' '}
              <span className="faint">
                {item.note}
                {item.tag && (
                  <Suspense>
                    <FoundTag tag={item.tag} />
                  </Suspense>
                )}
              </span>
            </span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}
