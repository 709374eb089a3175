export const requestEn = {
  changed: 'What this request changed',
  perhaps: 'Perhaps the ID of a request',
  nothing: 'It changed nothing here. The logs of the service say what it was.',
};
