// Preloaded into a service of its own process, as `--import …/fast-clock.mjs?from=<ms>&rate=<n>`: its hours pass in
// minutes, in every restart from the same beginning, so that leases and retries of days fit into a test.

const options = new URL(import.meta.url).searchParams
const from = Number(options.get('from'))
const rate = Number(options.get('rate'))
const RealDate = Date
const now = () => Math.floor(from + (RealDate.now() - from) * rate)

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length ? given : [now()]))
  }
  static now() {
    return now()
  }
}
