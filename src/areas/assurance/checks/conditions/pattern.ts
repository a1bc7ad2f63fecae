/** Whether all of `text` fits the pattern, in which `*` stands for any text. Takes time in proportion to both lengths at most: no pattern makes it hang. */
export function fitsPattern(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (parts.length === 1) return pattern === text;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let position = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, position);
    if (found === -1 || found + part.length > end) return false;
    position = found + part.length;
  }
  return position <= end;
}
