import { z } from 'zod';
import { DomainReference } from '../../../../core/domain-reference.ts';
import { oneLine, TimeZone } from '../../../../core/inputs.ts';
import { Country, Language, PointInput } from './location.ts';
import { OpeningHours } from './hours.ts';
import { ScheduleInput, ScheduleRecord } from './schedule-shapes.ts';

const GoogleId = z.string().regex(/^[\w-]{10,255}$/, 'Give the place id of Google, such as ChIJN1t_tDeuEmsRUsoyG83frY4.');
const OsmId = z.string().regex(/^(node|way|relation)\/[1-9]\d{0,18}$/, 'Give an object of OpenStreetMap, such as node/240109189.');

const writable = {
  name: oneLine(200).describe('As it stands on its sign'),
  point: PointInput.describe('Where it is; the middle of grids unless they name another'),
  domainId: DomainReference.nullable().describe('Name or id of the domain of its website'),
  address: oneLine(300).nullable(),
  phone: oneLine(50).nullable(),
  website: z.url({ protocol: /^https?$/ }).max(500).nullable(),
  language: Language.describe('In which its customers search'),
  country: Country.nullable(),
  placeIds: z.strictObject({ google: GoogleId.nullable().default(null), osm: OsmId.nullable().default(null) }).describe('What providers call it; rank grids of Google need its id, the others recognize it by its website or name as well'),
  hours: OpeningHours.nullable().describe('When it is open: scans say whether it was, and scheduled ones can wait for it'),
  timeZone: TimeZone.nullable().describe('Of its opening hours'),
  schedule: ScheduleInput.nullable().describe('Scans a rank grid regularly'),
  listingPages: z.array(z.url({ protocol: /^https?$/ }).max(500)).max(20).describe('Pages of directories that list it, for the check of listings'),
  profile: z.string().regex(/^accounts\/\d{1,30}\/locations\/\d{1,30}$/, 'Give the location as Google Business Profile names it, such as accounts/1/locations/2.').nullable().describe('Its location in Google Business Profile'),
};

export const NewBusiness = z.strictObject({
  ...writable,
  domainId: writable.domainId.default(null), address: writable.address.default(null), phone: writable.phone.default(null), website: writable.website.default(null),
  language: writable.language.default('en'), country: writable.country.default(null), placeIds: writable.placeIds.default({ google: null, osm: null }),
  hours: writable.hours.default(null), timeZone: writable.timeZone.default(null), schedule: writable.schedule.default(null), listingPages: writable.listingPages.default([]), profile: writable.profile.default(null),
});
export type NewBusiness = z.output<typeof NewBusiness>;

export const BusinessId = z.string().regex(/^lbs_[0-9a-z]{1,40}$/, 'Give the id as the list of businesses shows it.');

export const BusinessChanges = z.strictObject({ id: BusinessId, ...z.strictObject(writable).partial().shape });

export const BusinessRecord = z.object({
  id: z.string(), name: z.string(), point: z.object({ lat: z.number(), lng: z.number() }), domainId: z.string().nullable(), address: z.string().nullable(), phone: z.string().nullable(), website: z.string().nullable(),
  language: z.string(), country: z.string().nullable(), placeIds: z.object({ google: z.string().nullable(), osm: z.string().nullable() }),
  hours: OpeningHours.nullable(), timeZone: z.string().nullable(), schedule: ScheduleRecord.nullable(), listingPages: z.array(z.string()), profile: z.string().nullable(), createdAt: z.iso.datetime(), updatedAt: z.iso.datetime(),
}).meta({ id: 'LocalBusiness' });

export const BusinessReply = z.object({ success: z.literal(true), data: BusinessRecord });
