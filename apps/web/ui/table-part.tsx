import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** How far from what is seen rows are there, so that none is missing while somebody scrolls. */
const MARGIN = '800px 0px';
/** About that of a row, until it has been seen. */
const ROW_HEIGHT = 46;

/** Some rows of a long table. Away from what is seen, one row without content has their place; on paper, all of them are there. */
export function TablePart({
  columns,
  count,
  isFirst,
  children,
}: {
  readonly columns: number;
  readonly count: number;
  readonly isFirst: boolean;
  readonly children: () => ReactNode;
}): ReactNode {
  const body = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState(isFirst ? null : count * ROW_HEIGHT);
  useEffect(() => {
    const part = body.current!;
    const observer = new IntersectionObserver(
      (entries) => {
        const { isIntersecting, boundingClientRect } = entries.at(-1)!;
        if (isIntersecting) setHeight(null);
        else if (!part.contains(document.activeElement)) setHeight(boundingClientRect.height);
      },
      { rootMargin: MARGIN },
    );
    const showAll = (): void => flushSync(() => setHeight(null));
    observer.observe(part);
    addEventListener('beforeprint', showAll);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', showAll);
    };
  }, []);
  return (
    <tbody ref={body}>
      {height === null ? (
        children()
      ) : (
        <tr aria-hidden style={{ height }}>
          <td colSpan={columns}>{'\u00a0'}</td>
        </tr>
      )}
    </tbody>
  );
}
