/** A name in three parts: what it begins and ends with as `own` does, and what differs in between. */
export function differing(name: string, own: string): [before: string, middle: string, after: string] {
  const [letters, others] = [Array.from(name), Array.from(own)];
  const most = Math.min(letters.length, others.length);
  let begin = 0;
  while (begin < most && letters[begin] === others[begin]) begin++;
  let end = 0;
  while (end < most - begin && letters.at(-1 - end) === others.at(-1 - end)) end++;
  const to = letters.length - end;
  return [letters.slice(0, begin).join(''), letters.slice(begin, to).join(''), letters.slice(to).join('')];
}
