import { type ReactNode, useCallback, useState } from 'react';
import { SkeletonCards } from './surfaces.tsx';

/** Shows its children, which may ask the service, from when the reader has come near to them. Until then their place has this height, in pixels. */
export function WhenInView({ height, children }: { readonly height: number; readonly children: ReactNode }): ReactNode {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((place: HTMLElement) => {
    const observer = new IntersectionObserver((entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: '50%',
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  if (isNear) return children;
  return (
    <div ref={watch}>
      <SkeletonCards count={1} height={height} />
    </div>
  );
}
