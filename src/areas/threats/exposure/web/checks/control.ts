/** What decides how a server answers a path that does not exist: the folder, a leading dot, the ending. */
export interface PathKind {
  /** With the slash at its end. */
  folder: string;
  prefix: '.' | '';
  /** `.sql`, `/` for a folder, or nothing. */
  ending: string;
}

/** The kind of a path, without what follows a question mark. */
export function kindOfPath(path: string): PathKind {
  const [bare = '/'] = path.split(/[?#]/, 1);
  const isFolder = bare.endsWith('/');
  const trimmed = isFolder ? bare.slice(0, -1) : bare;
  const name = trimmed.slice(trimmed.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return { folder: trimmed.slice(0, trimmed.lastIndexOf('/') + 1) || '/', prefix: name.startsWith('.') ? '.' : '', ending: isFolder ? '/' : dot > 0 ? name.slice(dot) : '' };
}

/** A path of this kind that nobody has; `name` is of letters and digits. */
export function controlPath({ folder, prefix, ending }: PathKind, name: string): string {
  return `${folder}${prefix}${name}${ending}`;
}
