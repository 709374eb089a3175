import type { ReactNode } from 'react';
import { useTagWords } from './words.ts';

/** The tag by which something was found, after what else is said of it. */
export default function FoundTag({ tag }: { readonly tag: string }): ReactNode {
  const words = useTagWords();
  return ` · ${words.filter} ${tag}`;
}
