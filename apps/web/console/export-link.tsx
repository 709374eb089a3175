import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../ui/button.tsx';
import { useWords } from './words/index.ts';

/** The parameters of an export: those of its list. */
type Parameters = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A file of what a list has with its filters. The browser saves it as it comes. */
export function ExportLink({
  path,
  format = 'csv',
  parameters,
  file,
  small,
  children,
}: {
  /** After `/v1/`. */
  readonly path: string;
  readonly format?: 'csv' | 'ndjson';
  readonly parameters?: Parameters;
  /** The name without its extension. */
  readonly file: string;
  readonly small?: boolean;
  /** "Export CSV" by default. */
  readonly children?: ReactNode;
}): ReactNode {
  const words = useWords();
  const given = Object.entries({ format, ...parameters }).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, String(each)]),
  );
  return (
    <ButtonLink
      icon={Download}
      small={small}
      href={`/console/api/v1/${path}?${new URLSearchParams(given).toString()}`}
      download={`${file}.${format}`}
    >
      {children ?? words.exportCsv}
    </ButtonLink>
  );
}
