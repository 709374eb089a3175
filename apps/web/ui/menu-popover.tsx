import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';

export interface Action {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly isBad?: boolean;
  readonly isDisabled?: boolean;
  readonly onAction?: () => void;
  /** A page that opens in a tab of its own. */
  readonly href?: string;
}

export interface ChoiceSection {
  readonly title: string;
  readonly chosen: string;
  readonly options: readonly { readonly id: string; readonly label: string; readonly icon?: LucideIcon }[];
  readonly onChoose: (id: string) => void;
}

/** How a menu is open: where, and which item gets the focus. */
export interface OpenMenu {
  readonly label: string;
  readonly trigger: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  readonly focus: 'first' | 'last' | true;
  readonly onClose: () => void;
}

/** A menu below its button. */
export const MenuPopover = ({
  label,
  trigger,
  isOpen,
  focus,
  onClose,
  children,
}: OpenMenu & { readonly children: ReactNode }): ReactNode => (
  <Popover
    className="popover"
    placement="bottom end"
    aria-label={label}
    triggerRef={trigger}
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
  >
    <Menu className="options" aria-label={label} autoFocus={focus} onClose={onClose}>
      {children}
    </Menu>
  </Popover>
);

export const ActionPopover = ({ actions, ...menu }: OpenMenu & { readonly actions: readonly Action[] }): ReactNode => (
  <MenuPopover {...menu}>
    {actions.map(({ id, label: text, icon: Icon, isBad, isDisabled, onAction, href }) => (
      <MenuItem
        key={id}
        id={id}
        textValue={text}
        isDisabled={isDisabled}
        onAction={onAction}
        {...(href === undefined ? {} : { href, target: '_blank', rel: 'noreferrer' })}
        className={isBad ? 'option bad' : 'option'}
      >
        {Icon && <Icon aria-hidden />}
        {text}
      </MenuItem>
    ))}
  </MenuPopover>
);

export const ChoicePopover = ({ sections, ...menu }: OpenMenu & { readonly sections: readonly ChoiceSection[] }): ReactNode => (
  <MenuPopover {...menu}>
    {sections.map(({ title, chosen, options, onChoose }) => (
      <MenuSection
        key={title}
        selectionMode="single"
        selectedKeys={[chosen]}
        onSelectionChange={(keys) => [...keys].slice(0, 1).forEach((key) => onChoose(String(key)))}
      >
        <Header className="options-heading">{title}</Header>
        {options.map(({ id, label: text, icon: Icon }) => (
          <MenuItem key={id} id={id} textValue={text} className="option">
            {Icon && <Icon aria-hidden />}
            {text}
            {id === chosen && <Check aria-hidden className="tick" />}
          </MenuItem>
        ))}
      </MenuSection>
    ))}
  </MenuPopover>
);
