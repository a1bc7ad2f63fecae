/** The page that checks a domain. */
export const texts = {
  title: 'Check a domain',
  titleOf: (domain: string) => `Check of ${domain}`,
  lead: 'Mail authentication, mail routing, nameservers and registration, looked up live.',
  signInFirst: (domain: string) => `A check is free with an account. ${domain} is kept: after signing in it is checked at once.`,
  signIn: (domain: string) => `Sign in and check ${domain}`,
  signUp: 'Make an account',
  what: 'The check',
  answer: (issues: number) => issues === 0 ? 'There is nothing to mend.' : `${issues} ${issues === 1 ? 'thing' : 'things'} to mend.`,
  issues: 'What to mend',
} as const;
