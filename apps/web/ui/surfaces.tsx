import { CircleAlert, CircleHelp, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useUiWords } from '../i18n/languages.tsx';
import { Button } from './button.tsx';
import { useProblemText } from './problem-text.ts';

export function PageHead({
  title,
  text,
  children,
}: {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <header className="page-head">
      <div>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {children && <div className="end">{children}</div>}
    </header>
  );
}

export function Card({
  title,
  note,
  end,
  foot,
  flush,
  children,
}: {
  readonly title?: ReactNode;
  readonly note?: ReactNode;
  readonly end?: ReactNode;
  readonly foot?: ReactNode;
  /** The content reaches the edges, as tables do. */
  readonly flush?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <section className="card">
      {title && (
        <div className="card-head">
          <h2>{title}</h2>
          {note && <span className="faint">{note}</span>}
          {end && <div className="end">{end}</div>}
        </div>
      )}
      {flush ? children : <div className="card-body">{children}</div>}
      {foot && <div className="card-foot">{foot}</div>}
    </section>
  );
}

/** Nothing is there; `children` say how to go on. */
export function Empty({
  icon: Icon,
  title,
  text,
  isPage,
  children,
}: {
  /** Its title is the heading of the page. */
  readonly isPage?: boolean;
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="empty">
      {Icon && <Icon aria-hidden />}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {children && <div className="row">{children}</div>}
    </div>
  );
}

/** What an address names does not exist, or not for who asks. */
function NotFound(): ReactNode {
  const words = useUiWords();
  return (
    <div className="card" role="alert">
      <Empty icon={CircleHelp} title={words.notFound} text={words.notFoundText} />
    </div>
  );
}

/** Something could not be read. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }): ReactNode {
  const words = useUiWords();
  const textOf = useProblemText();
  // No address with an ID that is none leads anywhere.
  if (error instanceof ApiProblem && (error.status === 404 || 'id' in error.fields)) return <NotFound />;
  const requestId = error instanceof ApiProblem ? error.requestId : null;
  return (
    <div className="card" role="alert">
      <Empty
        icon={CircleAlert}
        title={words.somethingWentWrong}
        text={
          <>
            {textOf(error)}
            {requestId && (
              <>
                <br />
                <span className="small">
                  {words.requestId} <code>{requestId}</code>
                </span>
              </>
            )}
          </>
        }
      >
        {onRetry && (
          <Button icon={RotateCw} onPress={onRetry}>
            {words.retry}
          </Button>
        )}
      </Empty>
    </div>
  );
}

export const Skeleton = ({
  width = '100%',
  height = 16,
}: {
  readonly width?: string | number;
  readonly height?: number;
}): ReactNode => <span className="skeleton" style={{ width, height }} />;

/** Cards as high as those that are being read. */
export function SkeletonCards({ count = 2, height = 180 }: { readonly count?: number; readonly height?: number }): ReactNode {
  const words = useUiWords();
  return (
    <div className="stack" role="status" aria-label={words.loading}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="card card-body" style={{ height }}>
          <div className="stack">
            <Skeleton width="32%" height={20} />
            <Skeleton />
            <Skeleton width="64%" />
          </div>
        </div>
      ))}
    </div>
  );
}

export interface Reading<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** What a query has read, or that it is under way, or that it failed. */
export function Loaded<Data>({
  of: { data, error, refetch },
  waiting,
  children,
}: {
  readonly of: Reading<Data>;
  readonly waiting?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  if (data !== undefined) return children(data);
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : (waiting ?? <SkeletonCards />);
}
