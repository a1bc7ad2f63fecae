import { hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createIntake, createSpoolContent, createReportThreads, MAX_MESSAGE_BYTES, type Intake, type IntakeOperationsServices, type ReportFolder } from '../areas/mail/dmarc/index.ts';
import type { Blobs } from '../core/outside/blobs.ts';
import { systemClock as clock } from '../core/clock.ts';
import { createReplyIntake, type ReplyIntake } from '../areas/platform/support/index.ts';
import type { SmtpListener } from '../surfaces/smtp/index.ts';
import { openMaildir } from '../wire/mailboxes/maildir.ts';
import { createOpenMailbox } from '../wire/mailboxes/open.ts';
import { verifySignatures } from '../wire/mail-signatures.ts';
import { openS3Folder } from '../wire/mailboxes/s3.ts';
import { composeDoor, type Outside } from './compose.ts';
import { ConfigError, type Config } from './config.ts';
import type { Log } from './log.ts';
import type { Services } from './registry.ts';

type Ways = Pick<IntakeOperationsServices, 'spool' | 'reportReader' | 'openMailbox' | 'verifySignatures' | 'reportFolders' | 'reportsHost'>;

/** The ways by which reports come in, as `config` has them. Throws `ConfigError` for one that is half set up. */
export function composeReportWays(config: Config, outside: Outside, secret: string, blobs: Blobs): Ways {
  const { DSS_REPORTS_HOST: host, DSS_SMTP_PORT: port } = config;
  if (port !== null && host === null) throw new ConfigError('DSS_REPORTS_HOST: must be set together with DSS_SMTP_PORT.');
  const ca = outside.ca === null ? [] : [outside.ca];
  return {
    spool: createSpoolContent(blobs, Buffer.from(hkdfSync('sha256', secret, '', 'bytes of report messages', 32))),
    reportReader: createReportThreads(),
    openMailbox: createOpenMailbox({ door: composeDoor({ ...outside, allow: [] }).door, ca, maxBytes: MAX_MESSAGE_BYTES }),
    verifySignatures,
    reportFolders: foldersOf(config, outside),
    reportsHost: host === null ? null : { host, listens: port !== null },
  };
}

function foldersOf({ DSS_REPORTS_MAILDIR: maildir, DSS_REPORTS_S3_URL: s3, DSS_S3_KEY: key, DSS_S3_SECRET: secret, DSS_REPORTS_AUTHSERV_ID: authservId }: Config, outside: Outside): ReportFolder[] {
  const folders: ReportFolder[] = maildir === null ? [] : [{ way: 'maildir', authservId, open: () => openMaildir(maildir, MAX_MESSAGE_BYTES) }];
  if (s3 === null) return folders;
  if (key === null || secret === null) throw new ConfigError('DSS_REPORTS_S3_URL: An S3-compatible store needs DSS_S3_KEY and DSS_S3_SECRET.');
  const door = composeDoor(outside).door.configured;
  return [...folders, { way: 's3', authservId, open: signal => openS3Folder({ ...s3, key, secret, door, clock, maxBytes: MAX_MESSAGE_BYTES, signal }) }];
}

/** The way in of the listeners. */
export function composeIntake(context: Services, secret: string): Intake {
  return createIntake({ ...context, secret });
}

/** Where replies to support threads by mail go, and what their addresses are made with: only where this service listens for mail. */
export function composeReplies({ DSS_REPORTS_HOST: host, DSS_SMTP_PORT: port }: Config, secret: string): Services['replies'] {
  return { host: port === null ? null : host, key: Buffer.from(hkdfSync('sha256', secret, '', 'addresses for replies', 32)) };
}

/** Takes replies to support threads. */
export function composeReplyIntake(context: Services, outside: Outside, secret: string): ReplyIntake {
  const { resolver } = composeDoor(outside);
  return createReplyIntake({ ...context, secret, openDns: signal => ({ lookup: (name, type) => resolver.lookup(name, type, signal) }) });
}

/** Listens for mail where the settings say so; null where they do not. */
export async function startSmtp(config: Config, { intake, replies }: { intake: Intake; replies: ReplyIntake }, log: Log): Promise<SmtpListener | null> {
  const { DSS_REPORTS_HOST: host, DSS_SMTP_PORT: port, DSS_SMTP_HOST: address } = config;
  if (port === null || host === null) return null;
  const { createSmtpListener } = await import('../surfaces/smtp/index.ts');
  const listener = createSmtpListener({ intake, replies, host, tls: certificateOf(config), report: (error, about) => log.fault(error, about) });
  log.info(`Reports and replies to @${host} are taken at ${address}, port ${await listener.listen(address, port)}.`);
  return listener;
}

function certificateOf({ DSS_SMTP_CERT_FILE: cert, DSS_SMTP_KEY_FILE: key }: Config): { cert: string; key: string } | null {
  if ((cert === null) !== (key === null)) throw new ConfigError('DSS_SMTP_KEY_FILE: must be set together with DSS_SMTP_CERT_FILE.');
  return cert === null || key === null ? null : { cert, key: readFileSync(key, 'utf8') };
}
