/** One policy: the sources of each directive in lower case, the first of a repeated one (CSP level 3 §2.2.1). */
export type Policy = ReadonlyMap<string, readonly string[]>;

const MAX_CHARACTERS = 16_384;

/** The policies of all header values together; commas separate policies (CSP level 3 §2.2.2). */
export function parsePolicies(values: readonly string[]): Policy[] {
  return values.flatMap(value => value.slice(0, MAX_CHARACTERS).split(',')).map(parsePolicy).filter(policy => policy.size > 0);
}

/** The value without its nonces, which differ from one reply to the next. */
export function withoutNonces(value: string): string {
  return value.replace(/'nonce-[^']*'/gi, '\'nonce-…\'');
}

function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name, ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (name !== '' && name !== undefined && !policy.has(name)) policy.set(name, sources);
  }
  return policy;
}

/** What lets foreign scripts run. */
const scriptHoles = ['scripts are not restricted', '\'unsafe-inline\'', '\'unsafe-eval\'', 'scripts of any host'] as const;
export type ScriptHole = (typeof scriptHoles)[number];

/** The holes that every policy leaves open: what one of them forbids does not run. */
export function holesOf(policies: readonly Policy[]): ScriptHole[] {
  const each = policies.map(policy => new Set(holesIn(policy)));
  return scriptHoles.filter(hole => each.every(holes => holes.has(hole) || holes.has('scripts are not restricted')) && each.some(holes => holes.has(hole)));
}

/** Nonces, hashes and 'strict-dynamic' make browsers ignore the wider sources next to them (CSP level 3 §6.7.3.2, §8.2). */
function holesIn(policy: Policy): ScriptHole[] {
  const sources = policy.get('script-src') ?? policy.get('default-src');
  if (sources === undefined) return ['scripts are not restricted'];
  const bound = sources.some(source => /^'(nonce-|sha\d{3}-)/.test(source));
  const dynamic = sources.includes('\'strict-dynamic\'');
  const holes: ScriptHole[] = [];
  if (sources.includes('\'unsafe-inline\'') && !bound && !dynamic) holes.push('\'unsafe-inline\'');
  if (sources.includes('\'unsafe-eval\'')) holes.push('\'unsafe-eval\'');
  if (!dynamic && sources.some(source => /^(\*|https?:|data:|(https?:\/\/)?\*)$/.test(source))) holes.push('scripts of any host');
  return holes;
}
