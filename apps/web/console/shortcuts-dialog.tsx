import { type ReactNode, useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Fact } from '../ui/display.tsx';
import { SwitchInput } from '../ui/switch-input.tsx';
import type { Membership } from './context.ts';
import { areOn, linksOf, turnShortcuts } from './shortcuts.ts';
import { useWords } from './words/index.ts';

/** Which keys do what. */
export function ShortcutsDialog({
  organization,
  onClose,
}: {
  readonly organization: Membership;
  readonly onClose: () => void;
}): ReactNode {
  const { palette: words, nav } = useWords();
  const [isOn, setOn] = useState(areOn);
  const turn = (on: boolean): void => {
    turnShortcuts(on);
    setOn(on);
  };
  const keys: readonly (readonly [keys: readonly string[], meaning: string])[] = [
    [[words.control, 'K'], words.search],
    [['/'], words.search],
    [['↑', '↓'], words.rows],
    [['↵'], words.openRow],
    [['?'], words.shortcuts],
    ...linksOf(organization).map(({ letter, name }) => [['g', letter], nav[name]] as const),
  ];
  return (
    <Dialog title={words.shortcuts} wide isOpen onClose={onClose}>
      <SwitchInput label={words.single} isSelected={isOn} onChange={turn} />
      <p className="soft small">{words.singleText}</p>
      <dl className="facts lines">
        {keys.map(([pressed, meaning]) => (
          <Fact key={pressed.join(' ')} name={meaning}>
            {pressed.map((each) => (
              <kbd key={each}>{each}</kbd>
            ))}
          </Fact>
        ))}
      </dl>
    </Dialog>
  );
}
