/** An `issue`, `issuewild`, `issuemail` or `issuevmc` value (RFC 8659 §4.2). */
export interface IssueValue {
  /** The authority that may issue, lower case; empty where none may. */
  issuer: string;
  parameters: readonly { name: string; value: string }[];
}

const ISSUER = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;
const LABEL_EDGE_HYPHEN = /(?:^|\.)-|-(?:$|\.)/;
const PARAMETER_NAME = /^(?!-)[a-z0-9-]+$/i;
const METHODS = /^[a-z0-9-]+(?:,[a-z0-9-]+)*$/i;
const PARAMETER_VALUE = /^[\x21-\x3a\x3c-\x7e]*$/;

/** The issue value in `text`, or null where it breaks the grammar: authorities then read it as "none may issue". Total on any input. */
export function parseIssue(text: string): IssueValue | null {
  const [first = '', ...rest] = text.split(';').map(trim);
  if (first !== '' && (!ISSUER.test(first) || LABEL_EDGE_HYPHEN.test(first))) return null;
  const given = rest.length === 1 && rest[0] === '' ? [] : rest;
  const parameters = given.map(parseParameter).filter(parameter => parameter !== null);
  return parameters.length === given.length ? { issuer: first.toLowerCase(), parameters } : null;
}

/** Whether any authority could fulfil `value`: accounturi and validationmethods at most once and well-formed (RFC 8657 §3 and §4). */
export function isSatisfiable(value: IssueValue | null): boolean {
  if (value === null) return false;
  const given = (wanted: string) => value.parameters.filter(({ name }) => name === wanted).map(parameter => parameter.value);
  const [accounts, methods] = [given('accounturi'), given('validationmethods')];
  if (accounts.length > 1 || methods.length > 1) return false;
  return accounts.every(uri => URL.canParse(uri)) && methods.every(list => METHODS.test(list));
}

/** Whether `text` is a mailto:, http: or https: URL, as `iodef` wants it (RFC 8659 §4.4). */
export function isReportUrl(text: string): boolean {
  return /^mailto:[^@\s]+@[^@\s]+$/i.test(text) || (/^https?:\/\//i.test(text) && URL.canParse(text));
}

function parseParameter(text: string): { name: string; value: string } | null {
  const at = text.indexOf('=');
  const name = trim(text.slice(0, Math.max(at, 0)));
  const value = trim(text.slice(at + 1));
  return PARAMETER_NAME.test(name) && !name.endsWith('-') && PARAMETER_VALUE.test(value) ? { name: name.toLowerCase(), value } : null;
}

/** Without blanks and tabs at either end: the only white space that the grammar knows. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}
