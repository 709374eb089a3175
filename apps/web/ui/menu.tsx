import { ChevronDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Button, ButtonContext, type ButtonProps } from 'react-aria-components';
import type { Action, ChoiceSection, OpenMenu } from './menu-popover.tsx';

export type { Action };

/** What buttons of menus open. */
export const loadMenus = () => import('./menu-popover.tsx');
const ActionPopover = lazy(async () => ({ default: (await loadMenus()).ActionPopover }));
const ChoicePopover = lazy(async () => ({ default: (await loadMenus()).ChoicePopover }));

interface MenuProps {
  readonly label: string;
  /** The button. */
  readonly children: ReactNode;
}

/** A button that opens a list of actions. */
export const ActionMenu = ({ actions, ...props }: MenuProps & { readonly actions: readonly Action[] }): ReactNode => (
  <MenuButton {...props} menu={(menu) => <ActionPopover {...menu} actions={actions} />} />
);

/** A button that opens choices, each of which has one value. */
export const ChoiceMenu = ({ sections, ...props }: MenuProps & { readonly sections: readonly ChoiceSection[] }): ReactNode => (
  <MenuButton {...props} menu={(menu) => <ChoicePopover {...menu} sections={sections} />} />
);

/** A button that says which of some values is chosen, and opens all of them. */
export const ChoiceButton = <Id extends string>({
  label,
  chosen,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly chosen: Id;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly onChoose: (id: Id) => void;
}): ReactNode => (
  <ChoiceMenu label={label} sections={[{ title: label, chosen, options, onChoose: (id) => onChoose(id as Id) }]}>
    <Button className="input select-button">
      <span>
        {options.find(({ id }) => id === chosen)?.label} <span className="visually-hidden">{label}</span>
      </span>
      <ChevronDown aria-hidden />
    </Button>
  </ChoiceMenu>
);

/** A button of a menu that is loaded when somebody first uses it. */
export function MenuButton({
  label,
  children: button,
  menu: menuOf,
}: MenuProps & { readonly menu: (open: OpenMenu) => ReactNode }): ReactNode {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [focus, setFocus] = useState<OpenMenu['focus'] | null>(null);
  const open = (on: OpenMenu['focus']): void => {
    setFocus(on);
    setOpen(true);
  };
  const onKeyDown: ButtonProps['onKeyDown'] = (event) => {
    if (event.key === 'ArrowDown') open('first');
    else if (event.key === 'ArrowUp') open('last');
    else event.continuePropagation();
  };
  const onPress: ButtonProps['onPress'] = ({ pointerType }) =>
    open(pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : true);
  return (
    <>
      <ButtonContext
        value={{ ref: trigger, 'aria-haspopup': 'menu', 'aria-expanded': isOpen, isPressed: isOpen, onPress, onKeyDown }}
      >
        {button}
      </ButtonContext>
      {focus !== null && <Suspense>{menuOf({ label, trigger, isOpen, focus, onClose: () => setOpen(false) })}</Suspense>}
    </>
  );
}
