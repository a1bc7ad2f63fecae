/** `work`, done once for each of the last texts, up to `max` of them: the pages of a site name the same addresses again and again. */
export function remembered<Result extends {} | null>(max: number, work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return text => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = work(text);
    // What comes again comes soon: to forget the oldest first would cost more than it saves.
    if (known.size === max) known.clear();
    known.set(text, result);
    return result;
  };
}
