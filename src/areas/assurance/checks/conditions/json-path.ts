const MAX_CHARACTERS = 262_144;
const MAX_STEPS = 20;

/** The body as JSON, whatever its type says. */
export function readJson(body: string): { ok: true; value: unknown } | { ok: false } {
  if (body.length > MAX_CHARACTERS) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch {
    return { ok: false };
  }
}

/** What stands at a path such as `items[0].name`; the whole for an empty one, undefined where there is nothing. Only own members are found. */
export function valueAt(value: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]+/).filter(step => step !== '').slice(0, MAX_STEPS);
  let at = value;
  for (const step of steps) {
    if (at === null || typeof at !== 'object') return undefined;
    at = Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : undefined;
  }
  return at;
}
