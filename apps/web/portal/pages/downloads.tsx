export const DownloadsPage = () => null;
