export const profileKinds = ['sending', 'receivingOnly', 'noMail'] as const;
