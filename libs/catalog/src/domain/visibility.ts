export type Visibility = 'draft' | 'private' | 'public';
