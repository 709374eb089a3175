import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Autocomplete, Button, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import type { Membership } from './context.ts';
import { useFound } from './palette-results.ts';
import { useWords } from './words/index.ts';

/** Jumps to pages, customers, keys, products, and purchases by the seller's own ID: Ctrl K, or ⌘ K. */
export function Palette({ organization }: { readonly organization: Membership }): ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button className="button secondary palette-button" onPress={() => setOpen(true)}>
        <Search aria-hidden />
        <span className="palette-label">{words.palette.open}</span>
        <kbd>Ctrl K</kbd>
      </Button>
      <ModalOverlay className="overlay top" isOpen={isOpen} isDismissable onOpenChange={setOpen}>
        <Modal className="dialog palette">
          <Dialog aria-label={words.palette.open}>
            <Finder organization={organization} onClose={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

function Finder({ organization, onClose }: { readonly organization: Membership; readonly onClose: () => void }): ReactNode {
  const words = useWords();
  const [text, setText] = useState('');
  const found = useFound(organization, useDeferredValue(text.trim()));
  return (
    <Autocomplete inputValue={text} onInputChange={setText}>
      <SearchField aria-label={words.palette.placeholder} className="palette-field" autoFocus>
        <Search aria-hidden />
        <Input placeholder={words.palette.placeholder} />
      </SearchField>
      <Menu
        className="options"
        aria-label={words.palette.results}
        items={found}
        renderEmptyState={() => <p className="palette-empty">{words.palette.nothing}</p>}
      >
        {({ id, label, note, icon: Icon, go }) => (
          <MenuItem
            id={id}
            textValue={label}
            className="option"
            onAction={() => {
              onClose();
              go();
            }}
          >
            <Icon aria-hidden />
            {label}
            <span className="faint">{note}</span>
          </MenuItem>
        )}
      </Menu>
    </Autocomplete>
  );
}
