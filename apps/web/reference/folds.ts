/** Opens whatever folds the part of the page that the address names, and the list below a heading. */
export function revealTarget(): void {
  const target = targetOf(location.hash);
  const below = target?.nextElementSibling;
  if (target?.matches('h3') && below instanceof HTMLDetailsElement) below.open = true;
  for (let fold = target?.closest('details'); fold; fold = fold.parentElement!.closest('details')) fold.open = true;
}

export function revealTargets(): void {
  addEventListener('hashchange', () => {
    revealTarget();
    targetOf(location.hash)?.scrollIntoView();
  });
}

const targetOf = (hash: string): HTMLElement | null =>
  hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
