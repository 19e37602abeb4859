/**
 * The options of an `LRUCache` of at most `max` entries. Its own option `max` reserves the memory of all entries at the
 * start, which for large caches takes longer than the rest of the start; this one grows with the entries.
 */
export const entryLimit = (max: number) => ({ maxSize: max, sizeCalculation: () => 1 })
