/** What lies above a page and gives the focus back when it closes. */
const ABOVE = '.overlay, .popover, .toasts';
const FOCUSABLE = 'button:not(:disabled), a[href], input:not([type=hidden], :disabled, [tabindex="-1"]), textarea';

const withAncestors = (element: Element): HTMLElement[] => {
  const found: HTMLElement[] = [];
  for (let each: Element | null = element; each instanceof HTMLElement; each = each.parentElement) found.push(each);
  return found;
};

function focusIn(ancestor: HTMLElement): void {
  const next = ancestor.querySelector<HTMLElement>(FOCUSABLE) ?? ancestor;
  if (next === ancestor && !next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus();
}

const isNowhere = (): boolean => document.activeElement === document.body;

/**
 * When what had the focus is removed from the page, such as a row with its button, the focus goes to the first control of the nearest
 * ancestor that is still there, and not to the beginning of the document. After a dialog it returns to where it was before, or goes to
 * the page that the dialog has led to.
 */
export function keepFocus(): void {
  let trail: readonly HTMLElement[] = [];
  let path = location.pathname;
  let wasAbove = false;
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest(ABOVE)) return;
    trail = withAncestors(target);
    path = location.pathname;
  });
  const restore = (): void => {
    const isAbove = document.querySelector('.overlay') !== null;
    const hasClosed = wasAbove && !isAbove;
    wasAbove = isAbove;
    if (isAbove || !isNowhere()) return;
    const [focused] = path === location.pathname ? trail : [];
    if (!focused) {
      if (hasClosed) document.querySelector('main')?.focus({ preventScroll: true });
      return;
    }
    if (focused.isConnected && !hasClosed) return;
    if (focused.isConnected) focused.focus();
    else trail = trail.slice(1);
    for (const ancestor of trail) {
      if (!isNowhere() || ancestor === document.body) break;
      if (ancestor.isConnected) focusIn(ancestor);
    }
  };
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
}
