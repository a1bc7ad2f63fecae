import type { Status } from '../../../../parts/status-badge.tsx';
import type { Message } from './use-uploads.ts';

/** Colour and shape of what became of a message. */
export const statusOfState: Readonly<Record<Message['state'], Status>> = { received: 'info', parsed: 'pass', duplicate: 'off', held: 'warn', refused: 'fail' };
