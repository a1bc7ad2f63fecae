/** The reply with null in place of what stands at `paths`, as it is remembered. */
export function withoutSecrets(output: unknown, paths: readonly string[]): unknown {
  return paths.reduce((reply, path) => blanked(reply, path.split('.')), output);
}

function blanked(value: unknown, [name, ...rest]: readonly string[]): unknown {
  return { ...(value as object), [name!]: rest.length === 0 ? null : blanked((value as Record<string, unknown>)[name!], rest) };
}
