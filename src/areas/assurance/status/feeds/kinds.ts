import { readAws } from './aws.ts';
import { readBetterStack } from './better-stack.ts';
import { readGoogle } from './google.ts';
import { readHeroku } from './heroku.ts';
import { readInstatus } from './instatus.ts';
import { readRss } from './rss.ts';
import { readSalesforce } from './salesforce.ts';
import { readSlack } from './slack.ts';
import { readStatusIo } from './status-io.ts';
import { readStatuspage, readStatuspageStatus } from './statuspage.ts';
import type { FeedReading, ReadFeed } from './report.ts';

/** The forms of feeds, by the vendor whose they are. `oracle` is a Statuspage without a summary. */
export const feedKinds = ['statuspage', 'incidentIo', 'instatus', 'betterStack', 'statusIo', 'aws', 'rss', 'google', 'slack', 'heroku', 'salesforce', 'oracle'] as const;
export type FeedKind = (typeof feedKinds)[number];

const readers: Readonly<Record<FeedKind, ReadFeed>> = {
  statuspage: readStatuspage, incidentIo: readStatuspage, instatus: readInstatus, betterStack: readBetterStack, statusIo: readStatusIo, aws: readAws,
  rss: readRss, google: readGoogle, slack: readSlack, heroku: readHeroku, salesforce: readSalesforce, oracle: readStatuspageStatus,
};

/** Reads the body of a feed of this kind; total. */
export function readFeed(kind: FeedKind, body: Uint8Array): FeedReading {
  return readers[kind](body);
}
