/** Who is to be notified, and what for. */
export interface AbuseContact {
  of: 'registrar' | 'network';
  /** The name of the desk, where it has one. */
  name: string | null;
  email: string;
}

const MAX_ENTITIES = 200;
const MAX_DEPTH = 6;
const EMAIL = /^[^\s@<>"'(),:;\\[\]]{1,64}@[a-z0-9.-]{1,253}$/i;

/** The addresses for abuse in an RDAP reply, at most ten; total on any text. */
export function abuseContacts(of: AbuseContact['of'], text: string): AbuseContact[] {
  return contactsInRdap(text, 'abuse').map(contact => ({ of, ...contact }));
}

/** The e-mail addresses of those with `role` in an RDAP reply (RFC 9083 §5.1, §10.2.4), each once, at most ten; total on any text. */
export function contactsInRdap(text: string, role: string): { name: string | null; email: string }[] {
  const found = new Map<string, { name: string | null; email: string }>();
  for (const entity of entitiesIn(parse(text))) {
    const email = propertyOf(entity, 'email');
    if (email === null || !EMAIL.test(email) || !listOf(entity['roles']).includes(role)) continue;
    if (!found.has(email.toLowerCase())) found.set(email.toLowerCase(), { name: propertyOf(entity, 'fn'), email });
  }
  return [...found.values()].slice(0, 10);
}

function* entitiesIn(value: unknown): Generator<Record<string, unknown>> {
  const waiting = [{ value, depth: 0 }];
  for (let seen = 0; waiting.length > 0 && seen < MAX_ENTITIES; seen++) {
    const { value, depth } = waiting.shift()!;
    if (!isObject(value)) continue;
    yield value;
    if (depth < MAX_DEPTH) waiting.push(...listOf(value['entities']).slice(0, MAX_ENTITIES).map(value => ({ value, depth: depth + 1 })));
  }
}

/** The text of a property of a jCard (RFC 7095 §3.3). */
function propertyOf(entity: Record<string, unknown>, name: string): string | null {
  const card = listOf(listOf(entity['vcardArray'])[1]);
  const property = card.map(listOf).find(([called]) => called === name);
  const value = property?.[3];
  return typeof value === 'string' && value !== '' ? value.trim().slice(0, 320) : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value as unknown[] : [];
}
