import { useEffect } from 'react';

/** What a page is about, below the name of the place that it is in. */
const titleOf = (place: string): string => {
  const parts = ['#main nav [aria-current="page"]', '#main h1', 'nav [aria-current="page"]'].map(
    (selector) => document.querySelector(selector)?.textContent.trim() ?? '',
  );
  return [...new Set([...parts, place].filter(Boolean))].join(' · ');
};

/** Titles name the thing, the page and the place, whichever page it is and whenever it has read what it is about. */
export function useDocumentTitle(place: string): void {
  useEffect(() => {
    const write = (): void => {
      const title = titleOf(place);
      if (document.title !== title) document.title = title;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.querySelector('#root')!, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [place]);
}
