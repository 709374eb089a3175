import { type ReactNode, useCallback, useState } from 'react';

/** Shows its children, which may ask the service, from when the reader has come near to them. Until then their place has this height, in pixels. */
export function WhenInView({ height, children }: { readonly height: number; readonly children: ReactNode }): ReactNode {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((place: HTMLElement | null) => {
    if (!place) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: '10%',
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return isNear ? children : <div ref={watch} style={{ height }} />;
}
