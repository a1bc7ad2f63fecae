import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ClientProblem } from '../../../../../src/surfaces/client/index.ts';
import { client, dataOf, type DataOf } from '../../../../api/client.ts';
import { useGet } from '../../../../api/queries.ts';
import { endsSession, sessionEnded } from '../../../../api/session.ts';
import { texts } from '../texts/messages.ts';
import { reportRoutes } from '../types.ts';
import { MAX_FILE_BYTES, readFile } from './read-file.ts';

export type Message = DataOf<'GET /api/dmarc/messages'>['data'][number];

/** One file on its way: waiting, being sent, refused before anything was kept, or taken in as a message. */
export interface Upload {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'failed' | 'taken';
  fault: string | null;
  message: Message | null;
}

const { upload: words } = texts;
const POLL_MS = 1000;
const NEWEST = 100;

/** Sends files one after the other, and follows each until it is read. */
export function useUploads() {
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const line = useRef<Promise<void>>(Promise.resolve());
  const count = useRef(0);
  const change = (key: number, changed: Partial<Upload>): void => setUploads(before => before.map(one => (one.key === key ? { ...one, ...changed } : one)));

  const send = async (key: number, file: File): Promise<void> => {
    change(key, { state: 'sending' });
    const fault = file.size === 0 ? words.empty : file.size > MAX_FILE_BYTES ? words.tooLarge : null;
    if (fault !== null) return change(key, { state: 'failed', fault });
    try {
      const content = await readFile(file);
      const { data: [message] } = dataOf(await client('POST /api/dmarc/reports', { files: [{ name: file.name, content }] }));
      change(key, { state: 'taken', message: message ?? null });
    } catch (error) {
      if (error instanceof ClientProblem && endsSession(error.problem)) return sessionEnded(queries);
      change(key, { state: 'failed', fault: error instanceof ClientProblem ? error.problem.detail : words.unreadable });
    }
  };
  const add = (files: readonly File[]): void => {
    const added = files.map(file => ({ file, key: count.current++ }));
    setUploads(before => [...before, ...added.map(({ file: { name }, key }): Upload => ({ key, name, state: 'waiting', fault: null, message: null }))]);
    for (const { file, key } of added) line.current = line.current.then(() => send(key, file));
  };
  useFollowed(uploads, message => setUploads(before => before.map(one => (one.message?.id === message.id ? { ...one, message } : one))));
  return { uploads, add, clear: () => setUploads([]) };
}

/** Polls what was uploaded until all of it is read. */
function useFollowed(uploads: readonly Upload[], onChange: (message: Message) => void): void {
  const queries = useQueryClient();
  const waiting = uploads.flatMap(({ message }) => (message?.state === 'received' ? [message.id] : []));
  const query = useGet('GET /api/dmarc/messages', { source: 'upload', limit: NEWEST }, { enabled: waiting.length > 0, everyMs: POLL_MS });
  const taken = uploads.filter(({ state }) => state === 'taken').length;
  useEffect(() => {
    for (const message of query.data?.data ?? []) if (message.state !== 'received' && waiting.includes(message.id)) onChange(message);
  }, [query.data]);
  const isRead = taken > 0 && waiting.length === 0;
  useEffect(() => {
    if (isRead) void Promise.all([...reportRoutes, 'GET /api/dmarc/messages'].map(route => queries.invalidateQueries({ queryKey: [route] })));
  }, [isRead, taken, queries]);
}
