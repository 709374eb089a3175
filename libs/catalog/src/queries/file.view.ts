export { fileFields, FileView, ProductMediaView } from '../contract/file.view.ts';
