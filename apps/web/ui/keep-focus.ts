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

/**
 * When what had the focus is removed from the page, such as a row with its button, the focus goes to the first control of the nearest
 * ancestor that is still there, and not to the beginning of the document.
 */
export function keepFocus(): void {
  let trail: readonly HTMLElement[] = [];
  let path = location.pathname;
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target.closest(ABOVE)) return;
    trail = withAncestors(target);
    path = location.pathname;
  });
  const restore = (): void => {
    const [focused] = trail;
    if (!focused || focused.isConnected || path !== location.pathname || document.activeElement !== document.body) return;
    if (document.querySelector('.overlay')) return;
    const nearest = trail.find(({ isConnected }) => isConnected);
    trail = [];
    if (nearest && nearest !== document.body) focusIn(nearest);
  };
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
}
