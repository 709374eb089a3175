import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, type LucideIcon, Search, User } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Autocomplete, Button, Dialog, Input, Menu, MenuItem, Modal, ModalOverlay, SearchField } from 'react-aria-components';
import { answer } from '../api/client.ts';
import { api, type Membership } from './context.ts';
import { PAGES } from './navigation.ts';
import { useWords } from './words/index.ts';

interface Found {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  readonly icon: LucideIcon;
  readonly go: () => void;
}

const FEW = 5;

/** Jumps to pages, customers and keys: Ctrl K, or ⌘ K. */
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

function useFound({ organization_id, slug }: Membership, text: string): Found[] {
  const words = useWords();
  const navigate = useNavigate();
  const isSearch = text.length > 1;
  const organization = [organization_id];
  const customers = useQuery({
    queryKey: ['palette', 'customers', organization_id, text],
    enabled: isSearch,
    queryFn: () =>
      answer(api.GET('/v1/customers/', { params: { query: { organization_id: organization, query: text, limit: FEW } } })),
  });
  const keys = useQuery({
    queryKey: ['palette', 'keys', organization_id, text],
    enabled: isSearch,
    queryFn: () =>
      answer(
        api.GET('/v1/license-keys/search', { params: { query: { organization_id: organization, query: text, limit: FEW } } }),
      ),
  });
  const pages = PAGES.flatMap(({ links }) => links)
    .map(({ to, name, icon }) => ({ to, label: words.nav[name], icon }))
    .filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  return [
    ...pages.map(({ to, label, icon }) => ({
      id: to,
      label,
      note: words.palette.pages,
      icon,
      go: () => void navigate({ to, params: { slug } }),
    })),
    ...(isSearch ? (customers.data?.items ?? []) : []).map(({ id, name, email }) => ({
      id,
      label: name ?? email ?? id,
      note: email ?? '',
      icon: User,
      go: () => void navigate({ to: '/$slug/customers/$id', params: { slug, id } }),
    })),
    ...(isSearch ? (keys.data?.items ?? []) : []).map(({ id, display_key, customer }) => ({
      id,
      label: display_key,
      note: customer.name ?? customer.email ?? '',
      icon: KeyRound,
      go: () => void navigate({ to: '/$slug/keys/$id', params: { slug, id } }),
    })),
  ];
}
