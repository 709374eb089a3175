import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { sessionQuery } from './context.ts';
import { useWords } from './words/index.ts';

/** Says who of the seller looks at the portal, and whether they change anything. Nothing in a session of the customer. */
export function ViewerNotice(): ReactNode {
  const words = useWords().viewer;
  const viewer = useQuery(sessionQuery).data?.viewer;
  if (!viewer) return null;
  return (
    <p className="notice warn viewer" role="status">
      <Eye aria-hidden />
      <span>
        {viewer.read_only ? words.readOnly(viewer.name) : words.acting(viewer.name)} {!viewer.sees_sales && words.withoutSales}
      </span>
    </p>
  );
}
