const listOf = (type: string): string =>
  `json-or-python[json=list[${type}],python=chain[is-instance[Sequence],function-wrap[sequence_validator()]]]`;

/**
 * What is reported of a wrong query parameter, as the reference does: of one that may be repeated, that it is neither one value nor a list
 * of them. `loc` has the index of the wrong value; `choices` is the name of the type of the values, if they are no ids.
 */
export function wrongParameter(loc: readonly (string | number)[], type: string, choices?: string): object[] {
  const [name, index, ...rest] = loc;
  const named = type.startsWith('uuid') ? 'uuid' : type === 'enum' && choices ? `str-enum[${choices}]` : undefined;
  if (typeof index !== 'number' || named === undefined) return [{ loc: ['query', ...loc], type }];
  return [
    { loc: ['query', name, named], type: named === 'uuid' ? 'uuid_type' : 'enum' },
    { loc: ['query', name, listOf(named), index, ...rest], type },
  ];
}
