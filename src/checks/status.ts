/** The status of a record that is there: `error` where there is something to fix. */
export function okUnless(issues: readonly string[]): 'ok' | 'error' {
  return issues.length === 0 ? 'ok' : 'error';
}
