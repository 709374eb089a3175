export const mailTextsEn = {
  title: 'Your own texts',
  text: 'Mails to customers have your text instead of that of the service, in each language in which you write one.',
  mail: 'Mail',
  language: 'Language of the text',
  subject: 'Subject',
  body: 'Text',
  placeholders: (known: string) => `You can use ${known}.`,
  rules: 'Empty lines separate paragraphs. One with a placeholder that stands for nothing is left out.',
  isDefault: 'This mail has the text of the service.',
  preview: 'Preview',
  reset: 'Use the text of the service',
  wasReset: 'The mail has the text of the service again.',
};
