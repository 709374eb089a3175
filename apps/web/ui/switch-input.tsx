import type { ReactNode } from 'react';
import { Switch } from 'react-aria-components';

export function SwitchInput({
  label,
  isSelected,
  onChange,
  isDisabled,
}: {
  readonly label: string;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
}): ReactNode {
  return (
    <Switch className="switch" isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
      <span className="track" aria-hidden />
      {label}
    </Switch>
  );
}
