export const TeamPage = () => null;
