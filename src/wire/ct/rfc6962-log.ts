import { z } from 'zod';
import type { NameStream } from '../../core/outside/name-stream.ts';
import { asLater, askJson, later, type Asking, type Later } from './ask.ts';
import { readLeaf } from './entries.ts';
import { createLogStream } from './log-stream.ts';
import { HASH_BYTES, isConsistent } from './merkle.ts';
import { isSignedBy, type LogKey } from './tree-head.ts';

/** A log that is asked as RFC 6962 §4 says. */
export interface AskedLog {
  /** Ends with a slash. */
  url: string;
  key: LogKey;
}

const MAX_BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const ENTRIES_A_STEP = 1024;

const hash = z.base64().max(64).transform(text => Buffer.from(text, 'base64')).refine(({ length }) => length === HASH_BYTES);
const SignedHead = z.object({
  tree_size: z.int().nonnegative(), timestamp: z.int().nonnegative(), sha256_root_hash: hash, tree_head_signature: z.base64().max(4096),
});
const Proof = z.object({ consistency: z.array(hash).max(64) });
const Entries = z.object({ entries: z.array(z.object({ leaf_input: z.base64() })).min(1).max(100_000) });

/** Such a log as a stream: its heads are verified and held against one another, its entries are the log's word. */
export function createAskedLog(asking: Asking, { url, key }: AskedLog): NameStream {
  return createLogStream(url, {
    async head(signal) {
      const read = await question('get-sth', SignedHead, signal);
      if (read.outcome !== 'read') return read;
      const { tree_size: size, timestamp, sha256_root_hash: root, tree_head_signature: signature } = read.value;
      const head = { size, timestamp, root };
      return isSignedBy(key, head, Buffer.from(signature, 'base64')) ? { outcome: 'head', head } : { outcome: 'broken', cause: `the tree head of ${url} is not signed by its key` };
    },
    async contradiction(before, now, signal) {
      const read = await question(`get-sth-consistency?first=${before.size}&second=${now.size}`, Proof, signal);
      if (read.outcome !== 'read') return read;
      if (isConsistent(before.size, now.size, before.root, now.root, read.value.consistency)) return null;
      return { outcome: 'broken', cause: `${url} does not prove that its tree begins with the one of ${before.size} entries that it has signed` };
    },
    async names({ size }, at, signal) {
      const end = Math.min(size, at + ENTRIES_A_STEP);
      const read = await question(`get-entries?start=${at}&end=${end - 1}`, Entries, signal);
      if (read.outcome !== 'read') return read;
      const entries = read.value.entries.slice(0, end - at).map(({ leaf_input: leaf }) => readLeaf(Buffer.from(leaf, 'base64')));
      if (entries.includes(null)) return later(`an entry of ${url} after ${at} cannot be read`);
      return { outcome: 'entries', names: entries.flatMap(entry => entry!.names), count: entries.length };
    },
  });

  async function question<Shape extends z.ZodType>(path: string, shape: Shape, signal: AbortSignal): Promise<{ outcome: 'read'; value: z.output<Shape> } | Later> {
    const answer = await askJson(asking, `${url}ct/v1/${path}`, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal });
    if (answer.outcome !== 'json') return asLater(answer);
    const parsed = shape.safeParse(answer.json);
    return parsed.success ? { outcome: 'read', value: parsed.data } : later(`${url} answered ${path.split('?', 1)[0]} in a form that is not RFC 6962's`);
  }
}
