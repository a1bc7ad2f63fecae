/** What each metric of a grid says. Vendors use the same names for different figures, so every reply that has them leads here. */
export const definitions = {
  arp: 'Average rank position: the mean rank over the points where the place was found among the first 20. Lower is better.',
  atrp: 'Average total rank position: the mean rank over all points that are known, where a point without the place counts as 21. Lower is better.',
  solv: 'Share of local voice: the percentage of known points where the place ranks 1 to 3.',
  foundShare: 'The percentage of known points where the place is among the first 20.',
  foundPoints: 'Points where the place is among the first 20.',
  top3: 'Points where the place ranks 1 to 3.',
  top10: 'Points where the place ranks 1 to 10.',
  bestRank: 'The best rank at any point.',
  worstRank: 'The worst rank at any point where the place was found.',
  distanceToDropMeters: 'Distance to drop, in metres: on each of the eight straight lines from the centre, how far away the first known point lies where the place does not rank 1 to 3; the mean of the lines that have such a point.',
  knownPoints: 'Points that were answered, and in refined scans those between points with one and the same answer. The other metrics are made of these alone.',
  unknownPoints: 'Points that were not answered: whether the place is found there is not known.',
} as const;
