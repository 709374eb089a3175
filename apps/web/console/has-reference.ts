/** The service says in the document whether it serves the reference of the API. */
export const hasReference = (): boolean => document.documentElement.dataset['apiDocs'] !== 'false';
