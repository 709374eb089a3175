import type { requestEn } from './palette-request-words.en.ts';

export const requestDe: typeof requestEn = {
  changed: 'Was diese Anfrage geändert hat',
  perhaps: 'Vielleicht die ID einer Anfrage',
  nothing: 'Sie hat hier nichts geändert. Die Logs des Dienstes sagen, was sie war.',
};
