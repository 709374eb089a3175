/** The `ref` of a navigation that scrolls sideways in narrow windows: the link of the current page is in the middle, if it can be. */
export function keepCurrentLinkInView(nav: HTMLElement): () => void {
  const sizes = new ResizeObserver(() => {
    const link = currentLinkOf(nav);
    if (!link) return;
    const place = link.getBoundingClientRect();
    const box = nav.getBoundingClientRect();
    nav.scrollBy({ left: place.left + place.width / 2 - (box.left + box.width / 2) });
  });
  // An observer reports the size of what it begins to observe, after layout.
  const observe = (): void => {
    sizes.disconnect();
    sizes.observe(nav);
    const link = currentLinkOf(nav);
    if (link) sizes.observe(link);
  };
  const links = new MutationObserver(observe);
  links.observe(nav, { subtree: true, childList: true, attributeFilter: ['aria-current'] });
  observe();
  return () => {
    links.disconnect();
    sizes.disconnect();
  };
}

const currentLinkOf = (nav: HTMLElement): Element | null => nav.querySelector('[aria-current="page"]');
