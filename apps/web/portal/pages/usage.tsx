export const UsagePage = () => null;
