/**
 * What Google's rich results require and recommend of each type. A list in a list: one of them is enough.
 * What is required of Product, Offer, AggregateOffer, Review, AggregateRating, BreadcrumbList, JobPosting, VideoObject and Recipe was compared
 * with the rules of `@adobe/structured-data-validator` 1.7.1 (Apache-2.0) and agrees. The other types, and what is recommended, were not compared
 * with any source: https://developers.google.com/search/docs/appearance/structured-data/search-gallery is the one that decides.
 */
export interface RichResult {
  required: readonly (string | readonly string[])[];
  recommended: readonly (string | readonly string[])[];
}

const article: RichResult = { required: [], recommended: ['headline', 'image', ['datePublished', 'dateModified'], 'author'] };
const business: RichResult = { required: ['name', 'address'], recommended: ['telephone', ['openingHoursSpecification', 'openingHours'], 'url', 'geo', 'priceRange'] };
const event: RichResult = { required: ['name', 'startDate', 'location'], recommended: ['description', 'endDate', 'image', 'offers', 'organizer', 'eventStatus'] };

export const richResults: Readonly<Record<string, RichResult>> = {
  Product: { required: ['name', ['offers', 'review', 'aggregateRating']], recommended: ['image', 'description', 'brand', ['sku', 'gtin', 'gtin13', 'gtin8', 'mpn']] },
  Offer: { required: [['price', 'priceSpecification', 'priceSpecification.price']], recommended: ['priceCurrency', 'availability'] },
  AggregateOffer: { required: ['lowPrice', 'priceCurrency'], recommended: ['highPrice', 'offerCount'] },
  Review: { required: ['author', 'reviewRating'], recommended: ['datePublished'] },
  AggregateRating: { required: ['ratingValue', ['ratingCount', 'reviewCount']], recommended: ['bestRating'] },
  Article: article,
  NewsArticle: article,
  BlogPosting: article,
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  LocalBusiness: business,
  Restaurant: business,
  Store: business,
  Event: event,
  MusicEvent: event,
  FAQPage: { required: ['mainEntity'], recommended: [] },
  Question: { required: ['name', ['acceptedAnswer', 'suggestedAnswer']], recommended: [] },
  JobPosting: { required: ['datePosted', 'description', 'hiringOrganization', ['jobLocation', 'applicantLocationRequirements'], 'title'], recommended: ['baseSalary', 'employmentType', 'validThrough'] },
  VideoObject: { required: ['name', 'thumbnailUrl', 'uploadDate'], recommended: ['description', ['contentUrl', 'embedUrl'], 'duration'] },
  Recipe: { required: ['name', 'image'], recommended: ['recipeIngredient', 'recipeInstructions', 'totalTime', 'author'] },
  Organization: { required: [], recommended: ['name', 'url', 'logo'] },
};
