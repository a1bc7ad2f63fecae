/** Where third-party services are asked. */
export interface Mirror {
  /** False where the operator lets none be asked. */
  isOn: boolean;
  /** Whether the operator named a mirror, which may stand anywhere. */
  isMirrored: boolean;
  /** Where what has the public `url` is asked for. */
  at(url: string): string;
}

/** What a setting means: `off` asks none; `direct` asks each where it is; a URL that ends with a slash is a mirror that has them at `<url><host>/<path>`. */
export function mirrorOf(from: string): Mirror {
  const isMirrored = from !== 'off' && from !== 'direct';
  return {
    isOn: from !== 'off',
    isMirrored,
    at(url) {
      if (!isMirrored) return url;
      const { host, pathname, search } = new URL(url);
      return `${from}${host}${pathname}${search}`;
    },
  };
}
