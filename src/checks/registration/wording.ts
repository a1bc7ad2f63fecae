const NOT_REGISTERED = [
  /^not (?:found|registered)\b/,
  /^(?:the )?(?:queried |requested )?(?:domain(?: name)?|object|record)(?: ?"[^"]*")? ?(?:is |has |was |does )?not(?: been)? (?:found|registered|exist)\b/,
  /^this domain(?: name)? has not been registered\b/,
  /^no(?:thing)? (?:match|matching|data|entries|object|objects|information|such|record|records|found)\b/,
  /^this query returned 0 objects\b/,
  /^상기 도메인이름은 등록되어 있지 않습니다/,
  /^no_se_encontro_el_objeto\b/,
  /^[^\s.]+\.\S+ - no match$/,
  /^invalid query or domain name not known\b/,
  /^not available for (?:second level )?registration\b/,
  /^nincs talalat\b/,
  /^(?:domain )?[^\s.]+\.\S+ is (?:free|available)\b/,
];
const FREE = /^(?:available|free|no object found|not found|not registered|unregistered)$/i;

/** Words with which registries turn a question down; they also occur in terms of use, so they count only where nothing else was said. */
const REFUSED = /\b(?:exceeded|too many|try again|denied|refused|blocked|blacklisted|banned|temporarily|unavailable|throttled|rate limit|quota)\b/i;
const MAX_CAUSE_CHARACTERS = 160;

/** Whether a line of the reply, its comments included, says that there is no such registration. */
export function saysNotRegistered(lines: readonly string[]): boolean {
  return lines.map(wordsOf).some(words => NOT_REGISTERED.some(pattern => pattern.test(words.toLowerCase())) && !refuses(words));
}

/** Whether the status of a reply that names the domain says that it is not registered. */
export function isFreeStatus(status: string): boolean {
  return FREE.test(status);
}

/** Why a reply that names no registration tells nothing. */
export function whyUnclear(lines: readonly string[]): string {
  const refusal = lines.map(wordsOf).find(refuses);
  if (refusal) return `the registry refused to answer: ${refusal.slice(0, MAX_CAUSE_CHARACTERS)}`;
  return lines.some(line => line.trim() !== '') ? 'the reply of the registry could not be read' : 'the reply of the registry was empty';
}

/** A line without the marks of a comment and the number of an error. */
function wordsOf(line: string): string {
  return line.replace(/^[\s%#*>]+/, '').replace(/^error: ?\d{1,20}:? */i, '');
}

/** The name in question may itself be such a word. */
function refuses(words: string): boolean {
  return REFUSED.test(words.replace(/[^\s".]+\.[^\s"]+/g, ''));
}
