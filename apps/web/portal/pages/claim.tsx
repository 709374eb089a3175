export const ClaimPage = () => null;
