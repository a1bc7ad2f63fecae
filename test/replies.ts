import type { TestReply } from './service.ts';

/** The cookies that a reply sets, as the next request sends them; those that it removes are left out. */
export function cookiesOf({ headers }: Pick<TestReply, 'headers'>): string {
  const set = headers['set-cookie'] as string[] | undefined ?? [];
  return set.filter(line => !/Max-Age=0/i.test(line)).map(line => line.split(';', 1)[0]!).join('; ');
}

/** The token of the link in an e-mail. */
export function tokenIn(letter: string): string {
  const token = /[?&/]token=([^&\s]+)/.exec(letter)?.[1];
  if (token === undefined) throw new Error(`There is no link with a token in: ${letter}`);
  return token;
}
