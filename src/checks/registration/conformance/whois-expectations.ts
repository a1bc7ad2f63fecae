/** The parts of a registration that the corpus has an expectation of. */
export type Field = 'registered' | 'domain' | 'registrar' | 'ianaId' | 'createdAt' | 'updatedAt' | 'expiresAt' | 'statuses' | 'nameservers' | 'dnssec';

/** The moments of the dates that the corpus keeps as text alone. */
export const untimed: Readonly<Record<string, string | null>> = {
  '19.2.2019': '2019-02-19T00:00:00.000Z',
  '1999-06-07 13:01:43 (GMT+0:00)': '1999-06-07T13:01:43.000Z',
  '1999-06-07T10:23:46-0700': '1999-06-07T17:23:46.000Z',
  '2.6.2019': '2019-06-02T00:00:00.000Z',
  '2001-07-31T00:00:00-0700': '2001-07-31T07:00:00.000Z',
  '2002-09-30T18:00:00-0700': '2002-10-01T01:00:00.000Z',
  '2003-08-18 11:20:09 (GMT+0:00)': '2003-08-18T11:20:09.000Z',
  '2005-10-27 (YYYY-MM-DD)': '2005-10-27T00:00:00.000Z',
  '2006-02-13T00:00:00-0800': '2006-02-13T08:00:00.000Z',
  '2006-04-03T06:38:02-0700': '2006-04-03T13:38:02.000Z',
  '2006-05-11T14:08:42-0700': '2006-05-11T21:08:42.000Z',
  '2008-05-23 (YYYY-MM-DD)': '2008-05-23T00:00:00.000Z',
  '2008-09-08T14:27:22-0700': '2008-09-08T21:27:22.000Z',
  '2010-07-04 04:34:46 +03:00': '2010-07-04T01:34:46.000Z',
  '2010-11-10 14:15:06 +02:00': '2010-11-10T12:15:06.000Z',
  '2011-01-23 00:00:07 +02:00': '2011-01-22T22:00:07.000Z',
  '2011-08-09 09:45:08 +03:00': '2011-08-09T06:45:08.000Z',
  '2012-11-28 03:16:59 (GMT+0:00)': '2012-11-28T03:16:59.000Z',
  '2013-05-23 00:30:06 +03:00': '2013-05-22T21:30:06.000Z',
  '2014-11-05 16:32:15 +02:00': '2014-11-05T14:32:15.000Z',
  '2015-11-25T12:29:48-0800': '2015-11-25T20:29:48.000Z',
  '2017-10-25T02:11:44-0700': '2017-10-25T09:11:44.000Z',
  '2017/06/01 01:05:09 (JST)': '2017-05-31T16:05:09.000Z',
  '2019-01-23T15:02:06-0800': '2019-01-23T23:02:06.000Z',
  '2019-04-09T02:38:35-0700': '2019-04-09T09:38:35.000Z',
  '2019-08-07T02:30:57-0700': '2019-08-07T09:30:57.000Z',
  '2019-08-12T10:52:01-0700': '2019-08-12T17:52:01.000Z',
  '2019-08-29T02:41:07-0700': '2019-08-29T09:41:07.000Z',
  '2019-10-27 (YYYY-MM-DD)': '2019-10-27T00:00:00.000Z',
  '2019-11-25T00:00:00-0800': '2019-11-25T08:00:00.000Z',
  '2019/06/01 04:52:02 (JST)': '2019-05-31T19:52:02.000Z',
  '2020-02-14T00:00:00-0800': '2020-02-14T08:00:00.000Z',
  '2020-04-03T00:00:00-0700': '2020-04-03T07:00:00.000Z',
  '2020-05-11T00:00:00-0700': '2020-05-11T07:00:00.000Z',
  '2020-05-23 (YYYY-MM-DD)': '2020-05-23T00:00:00.000Z',
  '2020-06-06T00:00:00-0700': '2020-06-06T07:00:00.000Z',
  '2020-07-31T00:00:00-0700': '2020-07-31T07:00:00.000Z',
  '2020-09-07T00:00:00-0700': '2020-09-07T07:00:00.000Z',
  '2020-09-29T00:00:00-0700': '2020-09-29T07:00:00.000Z',
  '2020-10-02 10:56:07 (GMT+0:00)': '2020-10-02T10:56:07.000Z',
  '2020-10-31 (YYYY-MM-DD)': '2020-10-31T00:00:00.000Z',
  '2023/04/01 01:04:55 (JST)': '2023-03-31T16:04:55.000Z',
  '2023/04/01 01:05:57 (JST)': '2023-03-31T16:05:57.000Z',
  '2023/07/31 12:30:39 (JST)': '2023-07-31T03:30:39.000Z',
  '2024/01/01 01:04:32 (JST)': '2023-12-31T16:04:32.000Z',
  '31 May 1999': '1999-05-31T00:00:00.000Z',
  'before 1 January 1996': null,
};

interface Deviation {
  files: Readonly<Record<string, unknown>>;
  field: Field;
  /** Why the raw text is read otherwise than the corpus reads it. */
  because: string;
}

/** Where the corpus is not followed: what is read instead, by file. */
export const deviations: readonly Deviation[] = [
  {
    field: 'updatedAt',
    because: 'the corpus takes the change of the name servers; the paragraph on the domain has a change of its own',
    files: { 'ee_git.ee': '2019-12-13T16:50:04.000Z', 'ee_google.ee': '2020-10-20T17:40:09.000Z', 'ee_telia.ee': '2020-08-02T21:41:44.000Z' },
  },
  {
    field: 'statuses',
    because: 'a registry lock is a status as well',
    files: {
      'fi_google.fi': ['Registered', 'registryLock'],
      'jp_google.co.jp': ['Connected', 'AgentChangeLocked'],
      'se_google.se': ['active', 'serverUpdateProhibited', 'serverDeleteProhibited', 'serverTransferProhibited', 'registryLock'],
    },
  },
  {
    field: 'statuses',
    because: 'the corpus keeps the first word; "Delete Prohibited by Registrar" is clientDeleteProhibited, "200 Active" is not 200',
    files: {
      'gg_google.gg': ['Active', 'clientDeleteProhibited', 'clientUpdateProhibited', 'clientTransferProhibited', 'Registered until cancelled'],
      'nz_gre.nz': ['Active'],
      'nz_vote.nz': ['Active'],
      'uk_git.uk': ['Registered until expiry date'],
      'uk_google.uk': ['Registered until expiry date'],
    },
  },
  {
    field: 'statuses',
    because: 'EPP statuses are written in their own letters, other words in those of the registry',
    files: { 'mobi_git.mobi': ['clientTransferProhibited', 'clientUpdateProhibited'], 'ro_git.ro': ['ok'], 'su_google.su': ['REGISTERED', 'NOT DELEGATED'] },
  },
  {
    field: 'expiresAt',
    because: 'the date in brackets behind the state is the end of the term (https://jprs.jp/about/dom-search/jprs-whois/whois-guide-view.html)',
    files: {
      'jp_goo.ne.jp': '2024-06-30T00:00:00.000Z',
      'jp_google.co.jp': '2024-03-31T00:00:00.000Z',
      'jp_mod.go.jp': '2024-12-31T00:00:00.000Z',
      'jp_titech.ac.jp': '2024-03-31T00:00:00.000Z',
    },
  },
  {
    field: 'expiresAt',
    because: 'Dot TK writes the month first, as 12/18/2001 and 11/29/2016 in the same replies show',
    files: { 'tk_google.tk': '2020-03-02T00:00:00.000Z', 'tk_zcore.tk': '2022-01-03T00:00:00.000Z' },
  },
  {
    field: 'createdAt',
    because: 'UTC+8 is eight hours ahead of UTC; the corpus takes the 8 for the hour',
    files: {
      'tw_google.com.tw': '2000-08-29T02:22:50.000Z',
      'tw_google.net.tw': '2010-08-13T15:16:40.000Z',
      'tw_google.org.tw': '2017-01-14T11:27:47.000Z',
      'tw_specialized.com.tw': '2015-12-09T04:30:05.000Z',
    },
  },
  {
    field: 'expiresAt',
    because: 'UTC+8 is eight hours ahead of UTC; the corpus takes the 8 for the hour',
    files: {
      'tw_google.com.tw': '2021-11-08T16:00:00.000Z',
      'tw_google.net.tw': '2021-08-12T16:00:00.000Z',
      'tw_google.org.tw': '2022-01-13T16:00:00.000Z',
      'tw_specialized.com.tw': '2021-12-09T04:30:05.000Z',
    },
  },
];
