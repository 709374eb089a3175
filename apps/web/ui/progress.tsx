import './progress.css';
import type { ReactNode } from 'react';
import { Label, ProgressBar } from 'react-aria-components';

/** How much of something long is done, as a share from 0 to 1. */
export const Progress = ({ label, share }: { readonly label: string; readonly share: number }): ReactNode => (
  <ProgressBar className="progress" value={share * 100}>
    {({ percentage, valueText }) => (
      <>
        <Label>{label}</Label>
        <span className="faint">{valueText}</span>
        <div className="bar">
          <span style={{ width: `${percentage}%` }} />
        </div>
      </>
    )}
  </ProgressBar>
);
