import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';

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

/** A button, the first child, that opens a list of actions. */
export function ActionMenu({
  label,
  actions,
  children,
}: {
  readonly label: string;
  readonly actions: readonly Action[];
  readonly children: ReactNode;
}): ReactNode {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom end">
        <Menu className="options" aria-label={label}>
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
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface Section {
  readonly title: string;
  readonly chosen: string;
  readonly options: readonly { readonly id: string; readonly label: string; readonly icon?: LucideIcon }[];
  readonly onChoose: (id: string) => void;
}

/** A button that opens choices, each of which has one value. */
export function ChoiceMenu({
  label,
  sections,
  children,
}: {
  readonly label: string;
  readonly sections: readonly Section[];
  readonly children: ReactNode;
}): ReactNode {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom end">
        <Menu className="options" aria-label={label}>
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
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
