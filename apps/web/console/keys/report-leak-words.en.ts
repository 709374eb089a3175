export const reportLeakEn = {
  report: 'Report a leak',
  title: 'Was this key found in public?',
  text: 'What happens now is what its benefit says: owners are told by mail, and the key is replaced or disabled if the benefit says so.',
  url: 'Where it was found',
  urlHint: 'The address of the page, if there is one.',
  done: 'The leak is reported.',
};
