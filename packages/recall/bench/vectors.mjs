/** Numbers from 0 to 1, the same ones for each seed. */
export function randomFrom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

const TOPICS = 300
const DIRECTIONS = 64
/** Directions in which a row differs from its topic. */
const OWN_DIRECTIONS = 24

/**
 * Vectors with what those of embedding models have in common: a direction that all share, topics, fewer directions than
 * components, and a few components that are larger than others. `queryOf` makes vectors near the topics of rows.
 */
export function madeUpVectors(dimension, random) {
  const gauss = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const scales = Float32Array.from({ length: dimension }, (_, at) => (at % 97 === 5 ? 3 : Math.exp(0.3 * gauss())))
  const directions = Array.from({ length: DIRECTIONS }, () => scales.map((scale) => scale * gauss()))
  const vectorOf = (spread, count) => {
    const sum = new Float32Array(dimension)
    for (let times = 0; times < count; times++) {
      const direction = directions[Math.floor(DIRECTIONS * random())]
      const share = (spread * gauss()) / Math.sqrt(count)
      for (let at = 0; at < dimension; at++) sum[at] += share * direction[at]
    }
    return sum
  }
  const common = vectorOf(0.6, DIRECTIONS)
  const topics = Array.from({ length: TOPICS }, () => vectorOf(0.7, DIRECTIONS))
  const near = (spread) => {
    const topic = topics[Math.floor(TOPICS * random() ** 2)]
    return vectorOf(spread, OWN_DIRECTIONS).map((component, at) => component + topic[at] + common[at])
  }
  return { rowOf: () => near(1), queryOf: () => near(0.8) }
}
