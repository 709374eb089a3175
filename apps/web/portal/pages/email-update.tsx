export const EmailUpdatePage = () => null;
