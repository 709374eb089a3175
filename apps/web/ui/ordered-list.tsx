import './ordered-list.css';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useUiWords } from '../i18n/languages.tsx';
import { IconButton } from './button.tsx';

interface OrderedListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly itemId: (item: Item) => string;
  readonly nameOf: (item: Item) => string;
  /** Without it, the list can only be read. */
  readonly onChange?: (items: readonly Item[]) => void;
  readonly children: (item: Item) => ReactNode;
}

/** A list whose items can be moved and removed. The focus stays with the item that was moved. */
export function OrderedList<Item>({ label, items, itemId, nameOf, onChange, children }: OrderedListProps<Item>): ReactNode {
  const words = useUiWords();
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ readonly id: string; readonly isUp: boolean } | null>(null);
  useEffect(() => {
    if (moved.current === null) return;
    const { id, isUp } = moved.current;
    moved.current = null;
    const item = [...list.current!.children].find((each) => (each as HTMLElement).dataset['item'] === id);
    const [up, down] = item?.querySelectorAll<HTMLButtonElement>('.ordered-actions button') ?? [];
    const again = isUp ? up : down;
    (again?.disabled ? (isUp ? down : up) : again)?.focus();
  });
  const move = (from: number, to: number): void => {
    const item = items[from]!;
    moved.current = { id: itemId(item), isUp: to < from };
    onChange!(items.filter((each) => each !== item).toSpliced(to, 0, item));
  };
  return (
    <ol ref={list} className="ordered" aria-label={label}>
      {items.map((item, index) => (
        <li key={itemId(item)} data-item={itemId(item)}>
          <div className="ordered-content">{children(item)}</div>
          {onChange && (
            <div className="ordered-actions">
              <IconButton
                small
                label={words.moveUp(nameOf(item))}
                icon={ArrowUp}
                isDisabled={index === 0}
                onPress={() => move(index, index - 1)}
              />
              <IconButton
                small
                label={words.moveDown(nameOf(item))}
                icon={ArrowDown}
                isDisabled={index === items.length - 1}
                onPress={() => move(index, index + 1)}
              />
              <IconButton
                small
                label={words.removeOf(nameOf(item))}
                icon={X}
                onPress={() => onChange(items.filter((each) => each !== item))}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
