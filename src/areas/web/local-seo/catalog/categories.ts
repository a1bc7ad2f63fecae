/** A kind of business: how OpenStreetMap tags it, and the type that Google Places has for it. */
export interface Category {
  id: string;
  name: string;
  osm: string;
  google: string;
}

/** Id, name, tag of OpenStreetMap (wiki.openstreetmap.org), type of Google Places (New), Table A (2026-11-21). */
const rows: readonly (readonly [id: string, name: string, osm: string, google: string])[] = [
  ['accountant', 'Accountant', 'office=accountant', 'accounting'],
  ['bakery', 'Bakery', 'shop=bakery', 'bakery'],
  ['bank', 'Bank', 'amenity=bank', 'bank'],
  ['bar', 'Bar', 'amenity=bar', 'bar'],
  ['beauty', 'Beauty salon', 'shop=beauty', 'beauty_salon'],
  ['bicycle', 'Bicycle shop', 'shop=bicycle', 'bicycle_store'],
  ['books', 'Bookshop', 'shop=books', 'book_store'],
  ['butcher', 'Butcher', 'shop=butcher', 'butcher_shop'],
  ['cafe', 'Café', 'amenity=cafe', 'cafe'],
  ['car-dealer', 'Car dealer', 'shop=car', 'car_dealer'],
  ['car-rental', 'Car rental', 'amenity=car_rental', 'car_rental'],
  ['car-repair', 'Car repair', 'shop=car_repair', 'car_repair'],
  ['car-wash', 'Car wash', 'amenity=car_wash', 'car_wash'],
  ['carpenter', 'Carpenter', 'craft=carpenter', 'general_contractor'],
  ['childcare', 'Childcare', 'amenity=childcare', 'child_care_agency'],
  ['cinema', 'Cinema', 'amenity=cinema', 'movie_theater'],
  ['clinic', 'Clinic', 'amenity=clinic', 'medical_clinic'],
  ['clothes', 'Clothes shop', 'shop=clothes', 'clothing_store'],
  ['coworking', 'Coworking space', 'amenity=coworking_space', 'coworking_space'],
  ['dentist', 'Dentist', 'amenity=dentist', 'dentist'],
  ['doctor', 'Doctor', 'amenity=doctors', 'doctor'],
  ['driving-school', 'Driving school', 'amenity=driving_school', 'school'],
  ['dry-cleaning', 'Dry cleaning', 'shop=dry_cleaning', 'laundry'],
  ['electrician', 'Electrician', 'craft=electrician', 'electrician'],
  ['electronics', 'Electronics shop', 'shop=electronics', 'electronics_store'],
  ['estate-agent', 'Estate agent', 'office=estate_agent', 'real_estate_agency'],
  ['fast-food', 'Fast food', 'amenity=fast_food', 'fast_food_restaurant'],
  ['fitness', 'Gym', 'leisure=fitness_centre', 'gym'],
  ['florist', 'Florist', 'shop=florist', 'florist'],
  ['fuel', 'Filling station', 'amenity=fuel', 'gas_station'],
  ['funeral', 'Funeral director', 'shop=funeral_directors', 'funeral_home'],
  ['furniture', 'Furniture shop', 'shop=furniture', 'furniture_store'],
  ['garden-centre', 'Garden centre', 'shop=garden_centre', 'garden_center'],
  ['hairdresser', 'Hairdresser', 'shop=hairdresser', 'hair_salon'],
  ['hardware', 'Hardware shop', 'shop=hardware', 'hardware_store'],
  ['hospital', 'Hospital', 'amenity=hospital', 'hospital'],
  ['hotel', 'Hotel', 'tourism=hotel', 'hotel'],
  ['insurance', 'Insurance agency', 'office=insurance', 'insurance_agency'],
  ['jewelry', 'Jeweller', 'shop=jewelry', 'jewelry_store'],
  ['lawyer', 'Lawyer', 'office=lawyer', 'lawyer'],
  ['locksmith', 'Locksmith', 'shop=locksmith', 'locksmith'],
  ['massage', 'Massage', 'shop=massage', 'massage'],
  ['museum', 'Museum', 'tourism=museum', 'museum'],
  ['notary', 'Notary', 'office=notary', 'notary_public'],
  ['optician', 'Optician', 'shop=optician', 'optician'],
  ['painter', 'Painter', 'craft=painter', 'painter'],
  ['pet', 'Pet shop', 'shop=pet', 'pet_store'],
  ['pharmacy', 'Pharmacy', 'amenity=pharmacy', 'pharmacy'],
  ['photographer', 'Photographer', 'craft=photographer', 'photographer'],
  ['physiotherapist', 'Physiotherapist', 'healthcare=physiotherapist', 'physiotherapist'],
  ['plumber', 'Plumber', 'craft=plumber', 'plumber'],
  ['pub', 'Pub', 'amenity=pub', 'pub'],
  ['restaurant', 'Restaurant', 'amenity=restaurant', 'restaurant'],
  ['roofer', 'Roofer', 'craft=roofer', 'roofing_contractor'],
  ['shoes', 'Shoe shop', 'shop=shoes', 'shoe_store'],
  ['sports', 'Sports shop', 'shop=sports', 'sporting_goods_store'],
  ['storage', 'Self-storage', 'shop=storage_rental', 'storage'],
  ['supermarket', 'Supermarket', 'shop=supermarket', 'supermarket'],
  ['tattoo', 'Tattoo studio', 'shop=tattoo', 'body_art_service'],
  ['tax-advisor', 'Tax adviser', 'office=tax_advisor', 'accounting'],
  ['taxi', 'Taxi', 'amenity=taxi', 'taxi_service'],
  ['travel-agency', 'Travel agency', 'shop=travel_agency', 'travel_agency'],
  ['veterinary', 'Veterinary surgeon', 'amenity=veterinary', 'veterinary_care'],
];

export const categories: readonly Category[] = rows.map(([id, name, osm, google]) => ({ id, name, osm, google }));

const byWord = new Map(categories.flatMap(category => [[category.id, category], [category.name.toLowerCase(), category]]));

/** The category of this id or name; undefined for none. */
export function categoryOf(word: string): Category | undefined {
  return byWord.get(word.trim().toLowerCase());
}
