/** What the URL of a download is signed for, and where it leads. The grant names the customer and the benefit. */
export const downloadOf = (grantId: string, fileId: string) =>
  ({
    purpose: 'download-address',
    subject: `${grantId}/${fileId}`,
    path: `/downloads/${grantId}/${fileId}`,
  }) as const;
