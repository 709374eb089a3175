import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { CheckboxInput } from '../../ui/checkbox.tsx';
import { ChosenInput } from '../../ui/fields.tsx';
import { useWords } from '../words/index.ts';
import { GROUPS, OFFERED, type OfferedScope, reads, resourcesOf } from './scopes.ts';

/** What a token may be used for: for each resource, to read it and to change it. */
export function ScopeChoice({
  chosen,
  onChange,
  isRequired = false,
}: {
  readonly chosen: ReadonlySet<OfferedScope>;
  readonly onChange: (chosen: ReadonlySet<OfferedScope>) => void;
  readonly isRequired?: boolean;
}): ReactNode {
  const { tokens: words } = useWords();
  const choose = (scope: OfferedScope, isChosen: boolean): void =>
    onChange(new Set(OFFERED.filter((each) => (each === scope ? isChosen : chosen.has(each)))));
  return (
    <fieldset className="scopes">
      <legend>{words.scopes}</legend>
      <div className="row">
        <Button small onPress={() => onChange(new Set(OFFERED))}>
          {words.chooseAll}
        </Button>
        <Button small onPress={() => onChange(new Set(OFFERED.filter(reads)))}>
          {words.chooseReading}
        </Button>
        <Button small onPress={() => onChange(new Set())}>
          {words.chooseNone}
        </Button>
        <span className="faint small" role="status">
          {words.chosen(chosen.size)}
        </span>
      </div>
      {isRequired && <ChosenInput name="scopes" label={words.scopes} chosen={[...chosen]} />}
      {GROUPS.map((group) => (
        <div key={group} className="scope-group">
          <h3>{words.groups[group]}</h3>
          {resourcesOf(group).map(([resource, scopes]) => (
            <div key={resource} className="scope-line">
              <span>{words.resources[resource]}</span>
              <div className="scope-boxes">
                {scopes.map((scope) => (
                  <div key={scope} className={reads(scope) ? 'reading' : 'changing'}>
                    <CheckboxInput
                      label={reads(scope) ? words.read : words.write}
                      of={words.resources[resource]}
                      isSelected={chosen.has(scope)}
                      onChange={(isChosen) => choose(scope, isChosen)}
                    />
                  </div>
                ))}
              </div>
            </div>
          ))}
        </div>
      ))}
    </fieldset>
  );
}
