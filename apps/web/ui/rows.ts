import { type RefObject, useEffect } from 'react';
import { isTyping } from './is-typing.ts';

/** What a whole row opens: the first link of its first cell. */
const linkOf = (row: Element | null): HTMLAnchorElement | null =>
  row?.querySelector<HTMLAnchorElement>('td:first-child a[href]') ?? null;

const INTERACTIVE = 'a, button, input, label, select, textarea, [role=switch], [role=menuitem]';

/** A press anywhere in a row follows its link, with the same modifiers, unless it meant something else or has selected a text. */
function openRow(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest(INTERACTIVE) || !document.getSelection()?.isCollapsed) return;
  const { ctrlKey, metaKey, shiftKey } = event;
  linkOf(target.closest('tr'))?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}

/** Moves the focus to the link of the next or previous row; to the first one from elsewhere. */
function focusRow(table: HTMLElement, from: Element | null, by: 1 | -1): boolean {
  const links = [...table.querySelectorAll('tr')].flatMap((row) => linkOf(row) ?? []);
  const current = links.findIndex((link) => link.closest('tr')!.contains(from));
  const next = links[current === -1 ? 0 : current + by];
  next?.focus();
  return next !== undefined;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** In fields, and on what opens a menu, arrow keys have a meaning of their own. */
const NEEDS_ARROWS = 'input, select, textarea, [aria-haspopup]';

const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey, defaultPrevented }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey || shiftKey || defaultPrevented);

/** Rows with a link open by a press anywhere; arrow keys go from row to row, and from the page to the first row of its first table. */
export function useRows(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const rows = table.current!;
    const onKey = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      const from = event.target as Element;
      if (step === undefined || !isPlain(event) || from.matches(NEEDS_ARROWS) || isTyping(from)) return;
      const isInRow = rows.contains(from) && linkOf(from.closest('tr')) !== null;
      const isOnPage = from === document.body || from.id === 'main';
      if ((isInRow || (isOnPage && step === 1)) && focusRow(rows, from, step)) event.preventDefault();
    };
    rows.addEventListener('click', openRow);
    addEventListener('keydown', onKey);
    return () => {
      rows.removeEventListener('click', openRow);
      removeEventListener('keydown', onKey);
    };
  }, [table]);
}
