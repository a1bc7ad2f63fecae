import { invalid } from '../../core/invalid-input.ts';

/** Parameters of one query. */
export const MAX_PARAMETERS = 200;

/** The text behind the `?` of a request target; empty where there is none. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The parameters of a query; those in `lists` may be repeated and come as lists. Throws `Problem` 400 for any doubt about what is meant. */
export function readQuery(query: string, lists: ReadonlySet<string>): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  if (query === '') return found;
  const pairs = query.split('&', MAX_PARAMETERS + 1);
  if (pairs.length > MAX_PARAMETERS) throw invalid([{ path: [], message: `The query has more than ${MAX_PARAMETERS} parameters.` }]);
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const before = found[name];
    if (lists.has(name)) found[name] = Array.isArray(before) ? [...before, value] : [value];
    else if (before !== undefined) throw invalid([{ path: [name], message: 'It is given more than once.' }]);
    else found[name] = value;
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw invalid([{ path: [], message: 'The address has a percent-encoding that cannot be read. Encode it as UTF-8.' }]);
  }
}
