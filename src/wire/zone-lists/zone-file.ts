const NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;

/** The names that a zone delegates, as the lines of its master file have them (RFC 1035 §5.1); with repetitions. Lines that cannot be read are passed over. */
export async function* delegatedNames(lines: AsyncIterable<string>, zone: string): AsyncGenerator<string> {
  const depth = zone.split('.').length + 1;
  let [origin, owner] = [zone, ''];
  for await (const line of lines) {
    const fields = line.replace(/;.*/, '').trimEnd().toLowerCase().split(/\s+/, 6);
    if (fields[0] === '$origin') origin = (fields[1] ?? zone).replace(/\.$/, '');
    // A line that begins with a blank is about the owner of the line before.
    else if (fields[0] !== '') owner = absolute(fields[0]!, origin);
    if (fields.length >= 3 && isDelegation(fields) && owner.endsWith(`.${zone}`) && owner.split('.').length === depth && NAME.test(owner)) yield owner;
  }
}

/** The type stands behind the owner, with a TTL and a class before it or not. */
function isDelegation(fields: readonly string[]): boolean {
  return fields.slice(1).find(field => !/^(\d+[smhdw]?|in)$/.test(field)) === 'ns';
}

function absolute(name: string, origin: string): string {
  if (name === '@') return origin;
  return name.endsWith('.') ? name.slice(0, -1) : `${name}.${origin}`;
}
