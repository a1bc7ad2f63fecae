/** What a port of an address did when it was connected to: it took the connection, refused it, or nothing came back in time. */
export type PortState = 'open' | 'closed' | 'filtered';

/** `failed` is a statement about this machine, such as no file descriptors left, and says nothing of the port. */
export type PortReply = { state: PortState; rttMs: number } | { state: 'failed'; cause: string };

/** One TCP connection to a port of one vetted address, closed as soon as it stands: nothing is sent. */
export type PortProbe = (port: number, timeoutMs: number, signal: AbortSignal) => Promise<PortReply>;
