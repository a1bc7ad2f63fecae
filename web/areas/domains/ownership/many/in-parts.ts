interface Part {
  nextCursor: string | null;
  /** Why the service ended early. */
  stopped: string | null;
}

/** Asks call after call, until the last part or until the service stops; whether all were had. It ends early where nobody wants them any more. */
export async function inParts<Of extends Part>(ask: (cursor: string | null) => Promise<Of>, onPart: (part: Of) => void, isWanted: () => boolean): Promise<boolean> {
  for (let cursor: string | null = null; ;) {
    const part: Of = await ask(cursor);
    if (!isWanted()) return false;
    onPart(part);
    cursor = part.nextCursor;
    if (cursor === null || part.stopped !== null) return part.stopped === null;
  }
}
