export const tagsEn = {
  title: 'Tags',
  text: 'For your team. The customer does not see them.',
  none: 'No tags yet.',
  field: 'New tag',
  add: 'Add tag',
  remove: (tag: string) => `Remove the tag ${tag}`,
  filter: 'Tag',
  every: 'Every tag',
};
