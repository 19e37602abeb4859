/** Nouns for what a person lives in, as alternatives of a pattern. */
export const DWELLINGS =
  'flat|apartment|apt|sublet|high-rise|tower block|place|house|home|room|studio|bedsit|bedsitter|bungalow|townhouse|condo|cottage|unit|backroom|maisonette|duplex|loft|' +
  'farmhouse|farm|cabin|caravan|trailer|houseboat|narrowboat|barge|annexe|annex|granny flat|flatshare|house share|digs|dorm|dormitory|' +
  'residence|hall of residence|quarters|penthouse|villa|[123]bhk|one-bed|two-bed|three-bed|one-bedroom|two-bedroom|three-bedroom|' +
  'homestead|mobile home|care home|nursing home|village'
