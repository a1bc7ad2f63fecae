import { matchesPattern } from '../robots/match.ts';

/** What sites call the address that ends a session, without hyphens and extensions. */
const NAMES: ReadonlySet<string> = new Set([
  'logout', 'logoff', 'logoutuser', 'userlogout', 'signout', 'signoff', 'endsession', 'abmelden', 'ausloggen', 'deconnexion', 'sedeconnecter', 'cerrarsesion', 'desconectar', 'disconnetti', 'uitloggen', 'afmelden', 'sair', 'terminarsessao', 'wyloguj',
]);

/** Whether asking for the address ends the session of who is signed in: by the patterns, as in robots.txt, or by a usual name in its path or parameters. */
export function endsSession({ pathname, search, searchParams }: URL, patterns: readonly string[]): boolean {
  if (patterns.some(pattern => matchesPattern(pattern, `${pathname}${search}`))) return true;
  return pathname.split('/').some(isName) || (search !== '' && [...searchParams].some(pair => pair.some(isName)));
}

function isName(text: string): boolean {
  return NAMES.has(text.replace(/^.*:/, '').replace(/\.\w{2,5}$/, '').replace(/[-_+ ]|%20/g, '').toLowerCase());
}
