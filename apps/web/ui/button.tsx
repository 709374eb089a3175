import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger' | 'quiet-danger';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly look?: Look;
  readonly icon?: LucideIcon;
  readonly small?: boolean;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

/** A button with text. While `isPending` it keeps the focus, cannot be pressed and shows that something happens. */
export function Button({ look = 'secondary', icon: Icon, small, wide, children, ...props }: ButtonProps): ReactNode {
  return (
    <AriaButton {...props} className={classes('button', look, small && 'small', wide && 'wide')}>
      {props.isPending ? <span className="spinner" aria-hidden /> : Icon && <Icon aria-hidden />}
      {children}
    </AriaButton>
  );
}

/** A button that shows only an icon; `label` is its name. */
export function IconButton({
  label,
  icon: Icon,
  look = 'quiet',
  small,
  ...props
}: Omit<ButtonProps, 'children' | 'icon' | 'wide'> & { readonly label: string; readonly icon: LucideIcon }): ReactNode {
  return (
    <AriaButton {...props} aria-label={label} className={classes('button', look, 'icon', small && 'small')}>
      <Icon aria-hidden />
    </AriaButton>
  );
}

/** A link that looks like a button, to a file or another site. */
export function ButtonLink({
  href,
  download,
  look = 'secondary',
  icon: Icon,
  small,
  newTab,
  children,
}: Pick<ButtonProps, 'look' | 'icon' | 'small' | 'children'> & {
  readonly href: string;
  readonly download?: string | boolean;
  readonly newTab?: boolean;
}): ReactNode {
  const target = newTab ? { target: '_blank', rel: 'noreferrer' } : {};
  return (
    <a href={href} download={download} className={classes('button', look, small && 'small')} {...target}>
      {Icon && <Icon aria-hidden />}
      {children}
    </a>
  );
}
